# classes.jq - what is wrong with a report of schemac diff --format json: classes of difference that
# no change shows, and changes of no class. $table is the text of drift-classes.txt, $classes a list.
def table: $table | split("\n") | map(select(test("^[a-z]")) | capture("^(?<class>[^:]*): (?<changes>.*)$") |
    .changes |= (split(" ") | map(capture("^(?<code>D[0-9]+)(/(?<member>.*))?$"))));

# Is this change the one that $wanted, an entry of the table, names?
def fits($wanted):
    .code == $wanted.code and ($wanted.member == null or
        any(.old.pointer, .new.pointer; (split("/")[-2:] | index($wanted.member)) != null));

.changes as $changes | table as $table |
(if .complete then empty else "not all could be compared" end),
($classes[] as $class | [$table[] | select(.class == $class) | .changes[]] as $wanted |
    if any($changes[] | . as $change | $wanted[] | . as $one | $change | fits($one); .) then empty
    else "no change shows the class: \($class)" end),
($changes[] | select(. as $change | any($table[].changes[]; . as $one | $change | fits($one)) | not) |
    "no class has the change: \(.id)")
