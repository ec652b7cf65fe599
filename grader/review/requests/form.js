(() => {
  const place = document.querySelector("#request");
  const shown = place.querySelector("pre");
  const field = (name) => place.querySelector(`[data-ask="${name}"]`);
  const criterion = field("criterion");
  const claim = field("claim");
  const save = field("save");
  const blank = shown.textContent;

  function write() {
    const lines = blank.trimEnd().split("\n");
    const at = lines.findIndex((line) => line.startsWith("criterion:"));
    lines[at] = `criterion: ${criterion.value}`;
    shown.textContent = `${lines.join("\n")}\n${claim.value.trim()}\n`;
    save.disabled = !criterion.value || !claim.value.trim();
  }

  function download() {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([shown.textContent], { type: "text/plain;charset=utf-8" }));
    link.download = `${place.dataset.name}-${criterion.value}.txt`;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  for (const one of [criterion, claim]) one.addEventListener("input", write);
  save.addEventListener("click", download);
  field("form").hidden = false;
  place.querySelector("details").open = false;
  write();
})();
