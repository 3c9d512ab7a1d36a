#!/usr/bin/env bats
#
# tools/idna-table, which makes src/validate/idna_table.c of the Unicode Character Database.

bats_require_minimum_version 1.5.0
load helper

table=$project/src/validate/idna_table.c
database=/usr/share/unicode

setup() {
    enter_work_folder
}

@test "idna-table: the table in src/ is what unicode-data gives" {
    [ -r "$database/UnicodeData.txt" ] || skip 'no unicode-data'
    version=$("$project/tools/idna-table" --version)
    grep -qF "of Unicode $version." "$table" || skip 'unicode-data is of another version'
    "$project/tools/idna-table" "$database" >table.c
    cmp table.c "$table"
}

@test "idna-table: a database of a few characters" {
    mkdir -p ucd/extracted
    cat >ucd/UnicodeData.txt <<'END'
002D;HYPHEN-MINUS;Pd;0;ES;;;;;N;;;;;
0041;LATIN CAPITAL LETTER A;Lu;0;L;;;;;N;;;;0061;
0061;LATIN SMALL LETTER A;Ll;0;L;;;;;N;;;0041;;0041
00E1;LATIN SMALL LETTER A WITH ACUTE;Ll;0;L;0061 0301;;;;N;;;00C1;;00C1
0301;COMBINING ACUTE ACCENT;Mn;230;NSM;;;;;N;;;;;
1100;HANGUL CHOSEONG KIYEOK;Lo;0;L;;;;;N;;;;;
200D;ZERO WIDTH JOINER;Cf;0;BN;;;;;N;;;;;
3400;<CJK Ideograph Extension A, First>;Lo;0;L;;;;;N;;;;;
3402;<CJK Ideograph Extension A, Last>;Lo;0;L;;;;;N;;;;;
END
    echo '0041 ; Changes_When_NFKC_Casefolded # A
0340..0341 ; Full_Composition_Exclusion' >ucd/DerivedNormalizationProps.txt
    echo '00AD ; Default_Ignorable_Code_Point' >ucd/DerivedCoreProperties.txt
    echo '0020 ; White_Space
FFFE..FFFF ; Noncharacter_Code_Point
200D ; Join_Control' >ucd/PropList.txt
    echo '1100 ; L
1160 ; V
11A8 ; T' >ucd/HangulSyllableType.txt
    echo 'A872 ; L
0627 ; R
0628 ; D
0301 ; T' >ucd/extracted/DerivedJoiningType.txt
    echo '# Scripts-1.2.3.txt
03B1 ; Greek
05D0 ; Hebrew
3041 ; Hiragana
30A1 ; Katakana
3400..3402 ; Han' >ucd/Scripts.txt

    run -0 "$project/tools/idna-table" --version ucd
    [ "$output" = 1.2.3 ]
    run -0 "$project/tools/idna-table" ucd
    cat >expected <<'END'
/*
 * What host names need to know of Unicode 1.2.3. Made by tools/idna-table: do not edit.
 */
#include "validate/idna_table.h"

/* clang-format off */

const struct idna_class idna_classes[] = {
    {IDNA_DISALLOWED, BIDI_L, JOINING_NONE, SCRIPT_OTHER, false, 0},
    {IDNA_PVALID, BIDI_ES, JOINING_NONE, SCRIPT_OTHER, false, 0},
    {IDNA_PVALID, BIDI_L, JOINING_NONE, SCRIPT_OTHER, false, 0},
    {IDNA_PVALID, BIDI_NSM, JOINING_T, SCRIPT_OTHER, true, 230},
    {IDNA_CONTEXT, BIDI_BN, JOINING_NONE, SCRIPT_OTHER, false, 0},
    {IDNA_PVALID, BIDI_L, JOINING_NONE, SCRIPT_HAN, false, 0},
};

const uint32_t idna_runs[] = {
    0x0, 0x2D01, 0x2E00, 0x6102, 0x6200, 0xE102, 0xE200, 0x30103, 0x30200, 0x200D04, 0x200E00,
    0x340005, 0x340300,
};
const ptrdiff_t idna_run_count = 13;

const struct idna_pair idna_pairs[] = {
    {0x61, 0x301, 0xE1},
};
const ptrdiff_t idna_pair_count = 1;
END
    diff -u expected - <<<"$output"
}

@test "idna-table: wrong use and missing files" {
    run -0 "$project/tools/idna-table" --help
    [[ $output = *'usage: tools/idna-table'* ]]
    run -2 "$project/tools/idna-table" --unknown
    run -2 "$project/tools/idna-table" one two
    run -1 "$project/tools/idna-table" nowhere
    [ "$output" = 'idna-table: nowhere/UnicodeData.txt is not there' ]
    mkdir -p ucd/extracted
    for file in UnicodeData DerivedNormalizationProps DerivedCoreProperties PropList \
        HangulSyllableType Scripts extracted/DerivedJoiningType; do
        : >"ucd/$file.txt"
    done
    run -1 "$project/tools/idna-table" ucd
    [ "$output" = 'idna-table: ucd/UnicodeData.txt cannot be read' ]
}
