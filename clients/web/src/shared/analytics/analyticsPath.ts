/** Where this exchange's operator counts, as its page says; undefined = nowhere. */
export const analyticsPath = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="vest-analytics"]')?.content
