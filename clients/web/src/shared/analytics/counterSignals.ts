/**
 * What the app tells a counter of visits. The counter is among the last parts of a page: what is told before it is there waits
 * for it, in order. Where the operator counts nothing none comes, and what waits is bounded.
 */
export interface Counter {
  page(path: string): void
  /** What stands in a search field now. */
  search(text: string): void
}

type Signal = (to: Counter) => void

/** More than a page has before its last parts are there. */
const WAITING_MAX = 50
let counter: Counter | undefined
const waiting: Signal[] = []

function tell(signal: Signal): void {
  if (counter !== undefined) signal(counter)
  else if (waiting.length < WAITING_MAX) waiting.push(signal)
}

export const tellPage = (path: string): void => tell((to) => to.page(path))
export const tellSearch = (text: string): void => tell((to) => to.search(text))

/** One at a time; the answer takes it away. */
export function connectCounter(next: Counter): () => void {
  counter = next
  for (const signal of waiting.splice(0)) signal(next)
  return () => {
    counter = undefined
  }
}
