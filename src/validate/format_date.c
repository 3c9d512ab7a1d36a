/* Dates, times and durations (RFC 3339). */
#include "validate/format_checks.h"

struct date {
    int year, month, day;
};

struct clock {
    int hour, minute, second;
    int offset; /* minutes ahead of UTC */
};

/*
 * Reads numbers of two digits by their LAYOUT, in which "0" is a digit of S and all else stands for
 * itself, into NUMBERS, one for each "00". False when S begins otherwise.
 */
static bool read_numbers(str s, const char *layout, int *numbers)
{
    str form = str_of(layout);
    if (s.len < form.len)
        return false;
    for (ptrdiff_t i = 0; i < form.len; i++) {
        if (form.data[i] != '0') {
            if (s.data[i] != form.data[i])
                return false;
            continue;
        }
        if (!is_digit(s.data[i]) || !is_digit(s.data[i + 1]))
            return false;
        *numbers++ = (s.data[i] - '0') * 10 + (s.data[i + 1] - '0');
        i++;
    }
    return true;
}

/* Appendix C. */
static bool is_leap_year(int year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

static int days_of_month(int year, int month)
{
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[month - 1] + (month == 2 && is_leap_year(year));
}

/* Section 5.6: full-date = date-fullyear "-" date-month "-" date-mday */
static const char *read_date(str s, struct date *ret_date)
{
    int numbers[4] = {0};
    if (s.len != 10 || !read_numbers(s, "0000-00-00", numbers))
        return "it is not written as YYYY-MM-DD";
    struct date date = {numbers[0] * 100 + numbers[1], numbers[2], numbers[3]};
    if (date.month < 1 || date.month > 12)
        return "the month is not 01 to 12";
    if (date.day < 1 || date.day > days_of_month(date.year, date.month))
        return "the month has no such day";
    *ret_date = date;
    return NULL;
}

/* Section 5.6: time-offset = "Z" / ( ( "+" / "-" ) time-hour ":" time-minute ) */
static const char *read_offset(str s, struct clock *clock)
{
    int numbers[2] = {0};
    if (s.len == 1 && (s.data[0] == 'Z' || s.data[0] == 'z'))
        return NULL;
    if (s.len == 0)
        return "it has no offset, Z or +HH:MM or -HH:MM, at its end";
    if (s.len != 6 || (s.data[0] != '+' && s.data[0] != '-') ||
        !read_numbers(str_skip(s, 1), "00:00", numbers))
        return "it does not end with an offset, Z or +HH:MM or -HH:MM";
    if (numbers[0] > 23)
        return "the hour of the offset is not 00 to 23";
    if (numbers[1] > 59)
        return "the minute of the offset is not 00 to 59";
    clock->offset = (numbers[0] * 60 + numbers[1]) * (s.data[0] == '-' ? -1 : 1);
    return NULL;
}

/* The minutes since midnight in UTC; they can lie in the day before or after. */
static int minutes_in_utc(const struct clock *clock)
{
    return clock->hour * 60 + clock->minute - clock->offset;
}

enum { MINUTES_OF_DAY = 24 * 60 };

/* Section 5.6: full-time = time-hour ":" time-minute ":" time-second [ "." 1*DIGIT ] time-offset */
static const char *read_time(str s, struct clock *ret_clock)
{
    int numbers[3] = {0};
    if (!read_numbers(s, "00:00:00", numbers))
        return "the time is not written as HH:MM:SS";
    struct clock clock = {numbers[0], numbers[1], numbers[2], 0};
    if (clock.hour > 23)
        return "the hour is not 00 to 23";
    if (clock.minute > 59)
        return "the minute is not 00 to 59";
    if (clock.second > 60)
        return "the second is not 00 to 59, or 60 in a leap second";

    str rest = str_skip(s, 8);
    if (str_starts(rest, S("."))) {
        str digits = leading_digits(str_skip(rest, 1));
        if (!digits.len)
            return "no digit follows the point";
        rest = str_skip(rest, 1 + digits.len);
    }
    const char *fault = read_offset(rest, &clock);
    if (fault)
        return fault;
    if (clock.second == 60 &&
        (minutes_in_utc(&clock) + MINUTES_OF_DAY) % MINUTES_OF_DAY != MINUTES_OF_DAY - 1)
        return "a leap second is 23:59:60 in UTC";
    *ret_clock = clock;
    return NULL;
}

const char *format_date(str value)
{
    struct date date;
    return read_date(value, &date);
}

const char *format_time(str value)
{
    struct clock clock;
    return read_time(value, &clock);
}

/* Section 5.7: leap seconds are the last of a month in UTC, a day that DATE may lie beside. */
static bool ends_month_in_utc(const struct date *date, const struct clock *clock)
{
    int minutes = minutes_in_utc(clock);
    if (minutes < 0)
        return date->day == 1;
    int last = days_of_month(date->year, date->month);
    return date->day == (minutes < MINUTES_OF_DAY ? last : last - 1);
}

/* Section 5.6: date-time = full-date "T" full-time */
const char *format_date_time(str value)
{
    struct date date;
    struct clock clock;
    const char *fault = read_date(str_first(value, value.len < 10 ? value.len : 10), &date);
    if (fault)
        return fault;
    str rest = str_skip(value, 10);
    if (!rest.len || (rest.data[0] != 'T' && rest.data[0] != 't'))
        return "no T follows the date";
    fault = read_time(str_skip(rest, 1), &clock);
    if (!fault && clock.second == 60 && !ends_month_in_utc(&date, &clock))
        fault = "a leap second is the last second of a month in UTC";
    return fault;
}

/*
 * Takes from *REST each number that is there with its unit, one of the three letters of UNITS in
 * either case, where after the first each is the next of them. False when a number is not followed
 * by the unit that it should have.
 */
static bool take_units(str *rest, const char *units)
{
    int expected = -1;
    for (str digits; (digits = leading_digits(*rest)).len;) {
        *rest = str_skip(*rest, digits.len);
        char unit = (char)(rest->len ? rest->data[0] & ~0x20 : 0);
        int at = 0;
        while (at < 3 && units[at] != unit)
            at++;
        if (at == 3 || (expected >= 0 && at != expected))
            return false;
        expected = at + 1;
        *rest = str_skip(*rest, 1);
    }
    return true;
}

static bool starts_with_letter(str s, char upper)
{
    return s.len && (s.data[0] == upper || s.data[0] == upper + ('a' - 'A'));
}

/*
 * Appendix A: "P" and weeks, or year, month, day and, behind "T", hour, minute, second, of which
 * none is left out between two others. Its letters are strings of ABNF: either case will do.
 */
const char *format_duration(str value)
{
    if (!starts_with_letter(value, 'P'))
        return "it does not begin with P";
    str rest = str_skip(value, 1), weeks = leading_digits(rest);
    if (weeks.len && starts_with_letter(str_skip(rest, weeks.len), 'W'))
        return rest.len == weeks.len + 1 ? NULL : "weeks stand alone";

    if (!take_units(&rest, "YMD"))
        return "before T there are years Y, months M, days D, in this order and without a gap";
    bool has_date = rest.len < value.len - 1;
    if (starts_with_letter(rest, 'T')) {
        rest = str_skip(rest, 1);
        ptrdiff_t len = rest.len;
        if (!take_units(&rest, "HMS"))
            return "behind T there are hours H, minutes M, seconds S, in this order and without "
                   "a gap";
        if (rest.len == len)
            return "no number follows T";
    } else if (!has_date && !rest.len) {
        return "no number follows P";
    }
    return rest.len ? "a number with its unit is expected, or the end" : NULL;
}
