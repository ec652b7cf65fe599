"""Groups of students for whom one decision may do, as JSON: only proposals, people decide."""

from flask import Blueprint, Response, abort, jsonify

from grader.export.bilingual import Bilingual
from grader.model.gradebook import State
from grader.review.alike import Asked, Group, propose
from grader.review.page.comparing import Comparing
from grader.review.page.live import ClassState, LiveGradebook

PATIENCE = 20.0  # seconds that an answer waits for the class to be compared
AGAIN = "3"  # seconds after which to ask again for groups that are still missing
WITHOUT = frozenset({State.NOT_SUBMITTED, State.UNKNOWN})


def addresses(live: LiveGradebook, words: Bilingual, comparing: Comparing) -> Blueprint:
    """Makes the address of a criterion's groups.

    The answer waits for the class to be compared. Where that takes too long it holds the groups
    that findings alone give, and the header Retry-After.
    """
    pages = Blueprint("groups", __name__)

    @pages.get("/criterion/<criterion>/groups")
    def groups(criterion: str) -> Response:
        rubric = {one.id: one for one in live.desk.assignment.rubric}
        if criterion not in rubric:
            abort(404)
        state = live.state()
        compared = comparing.ask(state, PATIENCE)
        asked = Asked(
            criterion=rubric[criterion],
            assignment=live.desk.assignment,
            findings={
                grade.student: grade.sheet.findings
                for grade in state.book.grades
                if grade.sheet is not None
                and grade.state not in WITHOUT
                and grade.student in state.evidence_keys
            },
            secret=[text for grade in state.book.grades for text in (grade.student, grade.name)],
        )
        found = propose(asked, compared.alike if compared else None, words)
        answer = jsonify([_group(one, state) for one in found])
        if compared is None:
            answer.headers["Retry-After"] = AGAIN
        return answer

    return pages


def _group(group: Group, state: ClassState) -> dict[str, object]:
    return {
        "kind": group.kind,
        "name": group.name,
        "title": {"ja": group.title.ja, "en": group.title.en},
        "students": [state.handles[student] for student in group.students],
    }
