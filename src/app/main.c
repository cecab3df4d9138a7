/* The entry of cresset. */
#include <stdio.h>

int main(void) {
    puts("cresset");
    return 0;
}
