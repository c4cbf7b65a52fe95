/** Up is green as in the West, red as in East Asia, or blue against orange for who cannot tell the two apart. */
export const PALETTES = ['green-up', 'red-up', 'colour-blind'] as const
export type Palette = (typeof PALETTES)[number]
