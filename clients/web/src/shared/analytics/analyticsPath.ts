/** Where this exchange's operator counts, as its page says; undefined = nowhere. */
export const analyticsPath = (): string | undefined =>
  document.querySelector<HTMLMetaElement>('meta[name="vest-analytics"]')?.content

let listener: ((text: string) => void) | undefined
/** What stood in the field last while no counter listened: the counter is among the last parts of a page. */
let waiting: string | undefined

export function tellSearch(text: string): void {
  if (listener === undefined) waiting = text
  else listener(text)
}

/** One at a time, and at once what waits; the answer ends it. Without a counter none listens. */
export function listenToSearch(act: (text: string) => void): () => void {
  listener = act
  if (waiting !== undefined) act(waiting)
  waiting = undefined
  return () => {
    listener = undefined
  }
}
