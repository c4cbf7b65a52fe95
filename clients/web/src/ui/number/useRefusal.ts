/**
 * What a numeric field has refused, until it takes an edit, means something else or is come back to. Its form is told while it
 * refuses.
 */
import { useLayoutEffect, useRef, useState } from 'react'
import { letGo, type NumericEntry } from '../../shared/numeric/index.ts'

/** What was refused, and what the field meant when it was. */
type Refused = Pick<NumericEntry, 'refusal' | 'held'> & { readonly meaning: string }

export interface Refusal extends Pick<NumericEntry, 'refusal' | 'held'> {
  /** What the judgement of an edit says. */
  note(entry: Pick<NumericEntry, 'refusal' | 'held'>): void
  clear(): void
  /** The hand has left the place of the refused key. */
  letGo(): void
  /** The field is left, with another text where one is given. */
  settle(text: string | undefined): void
}

export function useRefusal(meaning: string, onRefusal: (isRefused: boolean) => void): Refusal {
  const [refused, setRefused] = useState<Refused>()
  const refusal = refused?.meaning === meaning ? refused.refusal : undefined
  const isRefused = refusal !== undefined
  const report = useRef(onRefusal)
  report.current = onRefusal
  useLayoutEffect(() => {
    if (!isRefused) return
    report.current(true)
    return () => report.current(false)
  }, [isRefused])

  return {
    refusal,
    held: isRefused ? refused?.held : undefined,
    note: (entry) =>
      setRefused(
        entry.refusal === undefined ? undefined : { meaning, refusal: entry.refusal, held: entry.held },
      ),
    clear: () => setRefused(undefined),
    letGo: () => setRefused((one) => (one?.held === undefined ? one : letGo(one))),
    settle: (text) => setRefused((one) => one && { ...letGo(one), meaning: text ?? one.meaning }),
  }
}
