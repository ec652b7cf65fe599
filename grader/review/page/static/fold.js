// Wide and narrow letters, both cases and both kana are the same to a search.
export function fold(text) {
  const plain = text.normalize("NFKC").toLowerCase();
  return plain.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}
