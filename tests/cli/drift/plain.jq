# plain.jq - where two documents differ as JSON, and what of that the report $report, of schemac diff
# --format json, says nothing of. $old and $new are the documents, each in an array.
#
# A line for each place: "covered", or the rule by which it is none of the report's business, or
# "MISSED"; and its pointer. A place is covered by a change at it, above it or below it.

def escaped: gsub("~"; "~0") | gsub("/"; "~1");
def pointer: map("/" + (tostring | escaped)) | join("");

# The paths at which $a and $b differ, as far down as both have something of one kind there.
def differences($a; $b; $path):
    if $a == $b then empty
    elif ($a | type) == "object" and ($b | type) == "object" then
        (($a + $b) | keys_unsorted[]) as $key |
        if ($a | has($key)) and ($b | has($key)) then
            differences($a[$key]; $b[$key]; $path + [$key])
        else $path + [$key] end
    elif ($a | type) == "array" and ($b | type) == "array" and ($a | length) == ($b | length) then
        range(0; $a | length) as $i | differences($a[$i]; $b[$i]; $path + [$i])
    else $path end;

# Why a difference at a path is not of what schemas ask; or nothing.
def rule:
    if ($old[0] | has("openapi") or has("swagger") | not) then empty
    elif .[0] != "paths" and .[0] != "components" and .[0] != "webhooks" then
        "the document's head"
    elif .[0] == "components" and .[1] == "examples" then "examples beside schemas"
    elif .[0] == "components" and .[1] != "schemas" and (index("schema") == null) then
        "components that are no schemas"
    elif .[0] == "paths" and (index("schema") == null) then "operations but for their schemas"
    else empty end;

def is_near($pointers): . as $p | any($pointers[]; . as $q |
    $p == $q or ($p | startswith($q + "/")) or ($q | startswith($p + "/")));

[$report[0].changes[] | .old.pointer, .new.pointer] as $changes |
differences($old[0]; $new[0]; []) |
pointer as $pointer |
([rule][0] // (if $pointer | is_near($changes) then "covered" else "MISSED" end)) + ": " + $pointer
