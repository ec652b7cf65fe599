"""Write exams as a zip of QTI 1.2, in the form in which Canvas exports its own quizzes.

One quiz for each student, unpublished, with essays that a person marks, and no answers: what Canvas
calls general comments are shown to students. Forms: IMS QTI 1.2.1 and Content Packaging 1.1.3, and
for what is Canvas's own the package `text2qti` (read 2026-11-30).
"""

import io
from collections.abc import Iterable
from hashlib import blake2b
from xml.etree.ElementTree import Element, SubElement, indent, register_namespace, tostring
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from grader.model.course import Assignment
from grader.questions.kept import KeptExam
from grader.questions.pages import coded, spoken
from grader.wording import Wording, visible

QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"
CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
ASSESSMENT = "imsqti_xmlv1p2"
BESIDE = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
DATE = (1980, 1, 1, 0, 0, 0)  # of every file, so that equal exams give equal bytes
SETTINGS = {
    "shuffle_answers": "false",
    "scoring_policy": "keep_highest",
    "hide_results": "always",
    "quiz_type": "practice_quiz",  # no column in Canvas's gradebook
    "allowed_attempts": "1",
    "available": "false",
}


def qti(exams: Iterable[KeptExam], assignment: Assignment, words: Wording) -> bytes:
    """Write the zip."""
    written = io.BytesIO()
    manifest = Element(_in(PACKAGE, "manifest"), identifier=f"grader-{assignment.id}")
    about = SubElement(manifest, _in(PACKAGE, "metadata"))
    SubElement(about, _in(PACKAGE, "schema")).text = "IMS Content"
    SubElement(about, _in(PACKAGE, "schemaversion")).text = "1.1.3"
    SubElement(manifest, _in(PACKAGE, "organizations"))
    resources = SubElement(manifest, _in(PACKAGE, "resources"))
    with ZipFile(written, "w", ZIP_DEFLATED) as archive:
        for exam in exams:
            if not exam.questions:
                continue
            name = _identifier(assignment.id, exam.student)
            title = visible(f"{words.of(assignment.title)}: {exam.student}")
            quiz = SubElement(resources, _in(PACKAGE, "resource"), identifier=name, type=ASSESSMENT)
            SubElement(quiz, _in(PACKAGE, "file"), href=f"{name}/{name}.xml")
            SubElement(quiz, _in(PACKAGE, "dependency"), identifierref=f"{name}_meta")
            meta = f"{name}/assessment_meta.xml"
            settings = SubElement(
                *(resources, _in(PACKAGE, "resource")),
                identifier=f"{name}_meta",
                type=BESIDE,
                href=meta,
            )
            SubElement(settings, _in(PACKAGE, "file"), href=meta)
            _write(archive, f"{name}/{name}.xml", _assessment(exam, name, title, words), QTI)
            _write(archive, meta, _settings(exam, name, title), CANVAS)
        _write(archive, "imsmanifest.xml", manifest, PACKAGE)
    return written.getvalue()


def _assessment(exam: KeptExam, name: str, title: str, words: Wording) -> Element:
    root = Element(_in(QTI, "questestinterop"))
    assessment = SubElement(root, _in(QTI, "assessment"), ident=name, title=title)
    _fields(assessment, {"cc_maxattempts": "1"})
    section = SubElement(assessment, _in(QTI, "section"), ident="root_section")
    for number, question in enumerate(exam.questions, start=1):
        item = SubElement(
            section,
            _in(QTI, "item"),
            ident=_identifier(name, question.key),
            title=f"{number}. {visible(spoken(question.teaches, words))}",
        )
        _fields(
            SubElement(item, _in(QTI, "itemmetadata")),
            {"question_type": "essay_question", "points_possible": "1"},
        )
        shown = SubElement(item, _in(QTI, "presentation"))
        material = SubElement(shown, _in(QTI, "material"))
        text = SubElement(material, _in(QTI, "mattext"), texttype="text/html")
        asked = coded(spoken(question.text, words)).replace("\n", "<br>")
        text.text = f"<p>{asked}</p>"
        response = SubElement(
            shown, _in(QTI, "response_str"), ident="response1", rcardinality="Single"
        )
        fib = SubElement(response, _in(QTI, "render_fib"))
        SubElement(fib, _in(QTI, "response_label"), ident="answer1", rshuffle="No")
        processing = SubElement(item, _in(QTI, "resprocessing"))
        outcomes = SubElement(processing, _in(QTI, "outcomes"))
        SubElement(
            outcomes,
            _in(QTI, "decvar"),
            {"maxvalue": "100", "minvalue": "0", "varname": "SCORE", "vartype": "Decimal"},
        )
        condition = SubElement(processing, _in(QTI, "respcondition"), {"continue": "No"})
        SubElement(SubElement(condition, _in(QTI, "conditionvar")), _in(QTI, "other"))
    return root


def _settings(exam: KeptExam, name: str, title: str) -> Element:
    root = Element(_in(CANVAS, "quiz"), identifier=name)
    values = {"title": title, **SETTINGS, "points_possible": f"{len(exam.questions)}.0"}
    for key, value in values.items():
        SubElement(root, _in(CANVAS, key)).text = value
    return root


def _fields(parent: Element, values: dict[str, str]) -> None:
    metadata = SubElement(parent, _in(QTI, "qtimetadata"))
    for label, entry in values.items():
        field = SubElement(metadata, _in(QTI, "qtimetadatafield"))
        SubElement(field, _in(QTI, "fieldlabel")).text = label
        SubElement(field, _in(QTI, "fieldentry")).text = entry


def _identifier(*parts: str) -> str:
    """Make an XML name for a quiz or question, which reveals no identity."""
    name = "\0".join(parts).encode("utf-8", "surrogatepass")
    return f"g{blake2b(name, digest_size=12).hexdigest()}"


def _in(space: str, name: str) -> str:
    return f"{{{space}}}{name}"


def _write(archive: ZipFile, name: str, root: Element, space: str) -> None:
    register_namespace("", space)  # written without prefixes, as Canvas does
    indent(root)
    data = tostring(root, encoding="UTF-8", xml_declaration=True)
    archive.writestr(ZipInfo(name, DATE), data, ZIP_DEFLATED)
