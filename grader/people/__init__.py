"""Ids, names and their spellings: one rule each, for all code that compares people.

In: ids and names as rosters, LMSs, file names and texts write them. Out: normalised texts, keys for
comparison, and other spellings of a name. Not here: what follows from equal keys (intake identifies
people, export matches rows, privacy masks names).
"""

from grader.people.ids import (
    bare_name,
    find_id,
    find_ids,
    id_key,
    id_of,
    is_id,
    is_total,
    mail_of,
    meant,
    participant_of,
    plain_cell,
    same_id,
    was_id_with_e,
    was_made_a_number,
)
from grader.people.names import (
    clearly_other,
    former_names,
    is_name,
    name_forms,
    name_key,
    name_of,
    spellings,
    variant_forms,
    variant_key,
)
from grader.people.variants import HAN, fold, is_kanji, is_unseen

__all__ = [
    "HAN",
    "bare_name",
    "clearly_other",
    "find_id",
    "find_ids",
    "fold",
    "former_names",
    "id_key",
    "id_of",
    "is_id",
    "is_kanji",
    "is_name",
    "is_total",
    "is_unseen",
    "mail_of",
    "meant",
    "name_forms",
    "name_key",
    "name_of",
    "participant_of",
    "plain_cell",
    "same_id",
    "spellings",
    "variant_forms",
    "variant_key",
    "was_id_with_e",
    "was_made_a_number",
]
