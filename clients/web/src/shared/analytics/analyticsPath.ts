/** Where this exchange's operator counts, as its page says; undefined = nowhere. */
export const analyticsPath = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="vest-analytics"]')?.content

/** The counter alone listens; without one there is no listener. */
export const SEARCHED = 'vest:searched'
export const tellSearch = (text: string): void =>
  void window.dispatchEvent(new CustomEvent(SEARCHED, { detail: text }))
