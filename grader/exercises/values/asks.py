"""Grade exercises on any values, from the reference to the evidence. See kinds.AsksPrograms."""

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from grader.course import mistakes_as_course_errors
from grader.exercises.values.asking import observe
from grader.exercises.values.given import differences
from grader.exercises.values.proving import prove
from grader.exercises.values.publishing import publish
from grader.exercises.values.questions import UnfitTest
from grader.exercises.values.reference import Question, ValuesReference, questions_of
from grader.kinds import Asked, AsksPrograms, Proof, ProofRequest, ReadingTools, missing
from grader.model.course import Assignment, Course, Exercise
from grader.model.errors import CourseError, Message
from grader.model.evidence import ExerciseEvidence

TABLE = "assignment.toml"
UNNAMED = "no criterion names the group {group}, so its tests give no points"
UNGROUPED = "tests in no group give no points, as every criterion names groups"
NO_TESTS = "must have tests, or {file} a function case(rng) that makes them"


class AsksValues(AsksPrograms):
    """Answers the engine's questions, each in its own module. References run in sandboxes only."""

    def load_reference(
        self, course: Course, exercise: Exercise, where: Callable[..., Message]
    ) -> ValuesReference:
        """Read the reference's text and parse the tests."""
        name = f"reference/{exercise.operation}.py"
        with mistakes_as_course_errors(course.root, exercise.operation):
            text = (course.root / name).read_text(encoding="utf-8")
            tree = ast.parse(text)
        questions: list[Question] = []
        problems: list[Message] = []
        for path, make in questions_of(exercise):
            try:
                questions.append(make())
            except UnfitTest as error:
                problems.append(replace(error.message, where=where(*path)))
        defined = frozenset(
            node.name
            for node in tree.body
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        )
        wanted = {exercise.entry: ("entry",)} | {
            mistake.function: ("values", "mistake", number, "function")
            for number, mistake in enumerate(exercise.own.mistake)
        }
        wanted |= {
            group.case: ("values", "group", number, "case")
            for number, group in enumerate(exercise.own.group)
            if group.case
        }
        for function, path in wanted.items():
            if function not in defined:
                said = {"function": function, "file": name}
                problems.append(Message("{file} defines no {function}", said, where(*path)))
        makes = "case" in defined or any(group.case for group in exercise.own.group)
        if not questions and not (makes and exercise.own.random):
            problems.append(Message(NO_TESTS, {"file": name}, where("values")))
        if problems:
            raise CourseError(problems)
        return ValuesReference(
            file=name,
            text=text,
            defined=defined,
            imports=_imports(tree),
            questions=tuple(questions),
        )

    def libraries(self, reference: ValuesReference) -> tuple[str, ...]:
        """Return the reference's imports, and NumPy if a test contains arrays."""
        arrays = any("array(" in question.text for question in reference.questions)
        return (*reference.imports, *(("numpy",) if arrays else ()))

    def observe(self, asked: Asked) -> ExerciseEvidence:
        """Ask the program."""
        return observe(asked)

    def publish(
        self, exercise: Exercise, reference: ValuesReference, tools: ReadingTools, seed: bytes
    ) -> Exercise:
        """Ask the reference for the missing answers."""
        return publish(exercise, reference, tools, seed)

    def reference_of(self, published: Exercise) -> ValuesReference:
        """Return the published questions, all of which have answers."""
        questions = tuple(make() for _, make in questions_of(published))
        return ValuesReference(
            file="", text="", defined=frozenset(), imports=(), questions=questions
        )

    def prove(self, exercises: Sequence[Exercise], request: ProofRequest) -> Mapping[str, Proof]:
        """Ask the reference and the known mistakes; compare starter and handout."""
        here = [exercise for exercise in exercises if not missing(exercise, request.here)]
        if not here or request.open_tools is None:
            return {}
        with request.open_tools(here) as tools:
            return {
                exercise.id: _proof(
                    exercise, request.assignment, request.references[exercise.id], tools
                )
                for exercise in here
            }


ASKS: AsksPrograms = AsksValues()


def _proof(
    exercise: Exercise, assignment: Assignment, reference: ValuesReference, tools: ReadingTools
) -> Proof:
    given = [*differences(exercise, assignment, reference)]
    proof = prove(exercise, reference, tools)
    return replace(
        proof,
        warnings=(*proof.warnings, *_without_points(exercise, assignment, reference)),
        given=tuple(each.message for each in given if not each.is_harmless),
        given_warnings=tuple(each.message for each in given if each.is_harmless),
    )


def _without_points(
    exercise: Exercise, assignment: Assignment, reference: ValuesReference
) -> Iterator[Message]:
    """Find groups that no criterion names, and ungrouped tests if every criterion names groups."""
    own = exercise.own
    about = [
        criterion
        for criterion in assignment.rubric
        if criterion.checks and exercise.id in (criterion.exercises or (exercise.id,))
    ]
    if not own.group or not about or not all(criterion.groups for criterion in about):
        return
    named = {group for criterion in about for group in criterion.groups}
    for group in own.group:
        if group.id not in named:
            yield Message(UNNAMED, {"group": group.id}, TABLE)
    drawn = "case" in reference.defined and own.random
    if drawn or any(not question.group for question in reference.questions):
        yield Message(UNGROUPED, where=TABLE)


def _imports(tree: ast.Module) -> tuple[str, ...]:
    """Return the libraries that a reference imports, so that its process has them."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return tuple(sorted(names))
