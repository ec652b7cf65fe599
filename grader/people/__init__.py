"""Ids, names and the ways to write them: one rule each, for everybody who compares people.

In: ids and names as rosters, LMSs, file names and texts write them. Out: keys to compare them by,
and the other spellings of a name. Not here: what follows when two keys are equal (intake decides
who is who, export whose row is whose, privacy what is masked).
"""

from grader.people.names import (
    id_key,
    name_forms,
    name_key,
    spellings,
    variant_forms,
    variant_key,
)
from grader.people.variants import HAN, fold, is_kanji, is_unseen

__all__ = [
    "HAN",
    "fold",
    "id_key",
    "is_kanji",
    "is_unseen",
    "name_forms",
    "name_key",
    "spellings",
    "variant_forms",
    "variant_key",
]
