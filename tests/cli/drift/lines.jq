# lines.jq - a report of schemac diff --format json as lines: code, whom it breaks, where, and what
# is said. A pointer with "(none)" leads to where the other side has something; "=" is the same
# pointer. Of annotations, which are long texts, only code and place; of other texts the short ones.
def place: .pointer + (if .exists then "" else " (none)" end);
def effect:
    if .annotation then "annotation"
    elif .writers == null and .readers == null then "reached by no way that both have"
    else [(.writers | select(.) | "writers " + .), (.readers | select(.) | "readers " + .)] | join(", ")
    end;
.changes[] |
"\(.code) | \(effect) | \(.old | place) | \(if .old.pointer == .new.pointer then
    "=" + (if .new.exists then "" else " (none)" end) else .new | place end)" +
(if .annotation then "" else " | " + (.message | gsub("\"[^\"]{61,}\""; "\"...\"")) end)
