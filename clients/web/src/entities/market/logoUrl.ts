/** Where the image of a base asset stands; the build writes these files (see `logos/`). */
export const logoUrl = (base: string): string => `/logos/${encodeURIComponent(base.toUpperCase())}.svg`
