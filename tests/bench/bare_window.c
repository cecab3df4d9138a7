/* The least that a program with a window can do: SDL, a window, one frame from the CPU on it. The bench runs it in turn with cresset. */
#include <SDL.h>
#include <stdio.h>

int main(void) {
    SDL_SetHint(SDL_HINT_FRAMEBUFFER_ACCELERATION, "0");
    if (SDL_Init(SDL_INIT_VIDEO) != 0)
        return 1;
    SDL_Window *window = SDL_CreateWindow("bare", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, 1280, 800,
                                          SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    SDL_Surface *surface = window ? SDL_GetWindowSurface(window) : NULL;
    if (!surface || SDL_FillRect(surface, NULL, 0xff15171c) != 0 || SDL_UpdateWindowSurface(window) != 0)
        return 1;
    puts("ready");
    fflush(stdout);
    for (SDL_Event event; SDL_WaitEvent(&event);)
        if (event.type == SDL_QUIT)
            break;
    SDL_Quit();
    return 0;
}
