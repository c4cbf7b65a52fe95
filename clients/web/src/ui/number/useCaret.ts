/**
 * What is selected in a numeric field: all of it on focus, and under the hand what was before the app put something in. It
 * remembers what was selected before an edit, for the judgement of that edit.
 */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import type { NumericEntry } from '../../shared/numeric/index.ts'

export type Selection = NonNullable<NumericEntry['selection']>

export interface CaretOptions {
  readonly input: RefObject<HTMLInputElement | null>
  readonly value: string
  readonly hasFocus: boolean
  readonly isComposing: RefObject<boolean>
}

export interface Caret {
  /** The selection before the edit that is under way; asked once for each. */
  takeBefore(): Selection | undefined
  remember(element: HTMLInputElement): void
  /** This value comes from the hand, which has placed the caret. */
  own(value: string): void
}

export function useCaret({ input, value, hasFocus, isComposing }: CaretOptions): Caret {
  const before = useRef<Selection>(undefined)
  // Once the raw digits are back and before the next key, so that what is typed replaces all of them.
  useLayoutEffect(() => {
    if (hasFocus) input.current?.select()
  }, [hasFocus, input])
  useEffect(() => {
    const element = input.current!
    // React's own event of this name is another one.
    const remember = (event: InputEvent): void => {
      if (event.isComposing) return
      before.current = selectionOf(element)
    }
    element.addEventListener('beforeinput', remember)
    return () => element.removeEventListener('beforeinput', remember)
  }, [input])

  // What the app puts in under the hand leaves all selected that was, and the caret before the digits it stood before.
  const own = useRef(value)
  const shown = useRef<Selection & { readonly length: number }>(undefined)
  shown.current =
    hasFocus && input.current !== null
      ? { ...selectionOf(input.current), length: input.current.value.length }
      : undefined
  useLayoutEffect(() => {
    const isOwn = own.current === value
    own.current = value
    if (isOwn || shown.current === undefined || isComposing.current) return
    const { start, end, length } = shown.current
    const fromRight = (at: number): number => Math.max(0, value.length - (length - at))
    if (start === 0 && end === length) input.current?.select()
    else input.current?.setSelectionRange(fromRight(start), fromRight(end))
  }, [value, input, isComposing])

  return {
    takeBefore() {
      const taken = before.current
      before.current = undefined
      return taken
    },
    remember: (element) => void (before.current = selectionOf(element)),
    own: (typed) => void (own.current = typed),
  }
}

const selectionOf = ({ selectionStart, selectionEnd, value }: HTMLInputElement): Selection => ({
  start: selectionStart ?? value.length,
  end: selectionEnd ?? value.length,
})
