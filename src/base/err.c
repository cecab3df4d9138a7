/* Errors as values; see base/err.h. */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Removes a character that was cut in its middle at the end of a full buffer. */
static void cut_at_character(char *s, size_t size) {
    size_t n = strlen(s);
    if (n + 1 < size)
        return;
    while (n > 0 && ((unsigned char)s[n - 1] & 0xC0) == 0x80)
        n--;
    if (n > 0 && (unsigned char)s[n - 1] >= 0xC0)
        s[n - 1] = 0;
}

bool err_set(Err *err, ErrCode code, const char *format, ...) {
    if (!err || err->code != ERR_NONE)
        return false;
    va_list args;
    va_start(args, format);
    vsnprintf(err->message, sizeof err->message, format, args);
    va_end(args);
    err->code = code;
    cut_at_character(err->message, sizeof err->message);
    return false;
}

bool err_context(Err *err, const char *format, ...) {
    if (!err || err->code == ERR_NONE)
        return false;
    char context[256], whole[sizeof err->message + sizeof context + 2];
    va_list args;
    va_start(args, format);
    vsnprintf(context, sizeof context, format, args);
    va_end(args);
    snprintf(whole, sizeof whole, "%s: %s", context, err->message);
    memcpy(err->message, whole, sizeof err->message - 1);
    err->message[sizeof err->message - 1] = 0;
    cut_at_character(err->message, sizeof err->message);
    return false;
}
