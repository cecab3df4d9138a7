/* From bytes as they stand in a file to a number, for names that come again and again. One thread. */
#pragma once
#include "base/str.h"

typedef struct NameTable NameTable;

/* The number of a name that is met for the first time. */
typedef uint32_t (*NameValue)(void *user, Str name);

/* value NULL: names are numbered from 0 on as they come, and can be asked for. */
NameTable *name_table_new(Arena *arena, NameValue value, void *user);
/* The numbers of n names, as if each were looked up in turn; of many at a time, since the memory of all is waited for together.
 * SOURCE_GUARD bytes behind each name may be read. */
void name_table_find(NameTable *table, const Str *list, size_t n, uint32_t *values);
/* How many names there are, and the one of a number, where they are numbered as they come. Good until the next look-up. */
size_t name_table_count(const NameTable *table);
Str name_table_name(const NameTable *table, uint32_t number);
/* Gives back what only look-ups need: the table can be asked for names still, and for no numbers. */
void name_table_close(NameTable *table);
