"""Match the LMS's identities with its own table and the roster. Never guesses.

In: pieces, people of the roster, people of the sheets. Out: Joined. Certain are: an id that the LMS
gives; the sheet's row with the same participant, login or mail; the roster's line with the same id,
mail or login; and a full name that occurs once on each side. All else is proposed to a person.
"""

from grader.intake.joining.joining import Joined, Pending, join, proposals_for
from grader.intake.joining.labels import free_label, label_of, safe

__all__ = ["Joined", "Pending", "free_label", "join", "label_of", "proposals_for", "safe"]
