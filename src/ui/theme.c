/* The design's colour table. */
#include "theme.h"

#define HEX(rgb) \
    { (uint8_t)((rgb) >> 16), (uint8_t)((rgb) >> 8 & 255), (uint8_t)((rgb)&255), 255 }

static const Theme themes[2] = {
    {
        .background = HEX(0x15171c),
        .panel = HEX(0x1b1e25),
        .raised = HEX(0x252a34),
        .hairline = HEX(0x2d323d),
        .text = HEX(0xe7e9ee),
        .muted = HEX(0x98a1b0),
        .faint = HEX(0x707a8a), /* the design's 5e6776 falls below a contrast of 3 on panels */
        .accent = HEX(0xfebc38),
        .total = HEX(0x37afa9),
        .good = HEX(0x5bc489),
        .bad = HEX(0xf0705c),
        .on_accent = HEX(0x15171c),
        .bubble = HEX(0x2b2f39),
        .shade = {0x0b, 0x0c, 0x0f, 150},
        .light = false,
    },
    {
        .background = HEX(0xffffff),
        .panel = HEX(0xf5f6f8),
        .raised = HEX(0xe9ebf0),
        .hairline = HEX(0xd9dce3),
        .text = HEX(0x1b1f27),
        .muted = HEX(0x5c6575),
        .faint = HEX(0x858e9d),
        .accent = HEX(0xb36b00),
        .total = HEX(0x1f8a85),
        .good = HEX(0x1d8a50),
        .bad = HEX(0xc93a26),
        .on_accent = HEX(0xffffff),
        .bubble = HEX(0xffffff),
        .shade = {0x2c, 0x33, 0x40, 110},
        .light = true,
    },
};

const Theme *theme_of(bool light) {
    return &themes[light];
}
