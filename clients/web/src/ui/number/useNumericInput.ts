/**
 * The element of a numeric field: raw digits while it has the focus, the display without it, and every edit held against the
 * rules. What an input method composes is judged when it is done.
 */
import { useImperativeHandle, useRef, useState, type ComponentProps, type Ref } from 'react'
import {
  editNumeric,
  settleNumeric,
  type NumericEntry,
  type NumericRefusal,
  type NumericRules,
} from '../../shared/numeric/index.ts'
import { useCaret } from './useCaret.ts'
import { useRefusal } from './useRefusal.ts'

export interface NumericInputOptions {
  readonly value: string
  readonly meaning: string
  readonly rules: NumericRules
  readonly onChange: (value: string) => void
  readonly onRefusal: (isRefused: boolean) => void
  readonly display: (text: string) => string
  readonly ref: Ref<HTMLInputElement> | undefined
}

export interface NumericInput {
  readonly refusal: NumericRefusal | undefined
  /** Of the element. */
  readonly props: ComponentProps<'input'>
}

export function useNumericInput({
  value,
  meaning,
  rules,
  onChange,
  onRefusal,
  display,
  ref,
}: NumericInputOptions): NumericInput {
  const input = useRef<HTMLInputElement>(null)
  const [hasFocus, setHasFocus] = useState(false)
  /** What an input method is at; the field's own text waits behind it. */
  const [composed, setComposed] = useState<string>()
  const isComposing = useRef(false)
  useImperativeHandle(ref, () => input.current!, [])
  const caret = useCaret({ input, value, hasFocus, isComposing })
  const refusal = useRefusal(meaning, onRefusal)

  /** Judges what stands in the element, and puts right what may not. */
  const judge = (element: HTMLInputElement): void => {
    const before: NumericEntry = {
      text: value,
      selection: caret.takeBefore(),
      refusal: refusal.refusal,
      held: refusal.held,
    }
    const raw = { text: element.value, caret: element.selectionStart ?? element.value.length }
    const next = editNumeric(before, raw, rules)
    if (element.value !== next.text) {
      element.value = next.text
      const { start, end } = next.selection ?? { start: next.text.length, end: next.text.length }
      element.setSelectionRange(start, end)
    }
    refusal.note(next)
    caret.own(next.text)
    // The same text typed over a kept percentage is a typed size too.
    if (next.refusal === undefined) onChange(next.text)
  }

  return {
    refusal: refusal.refusal,
    props: {
      ref: input,
      value: composed ?? (hasFocus ? value : display(value)),
      onFocus() {
        setHasFocus(true)
        refusal.clear()
      },
      // A press places the caret after the focus has come: select again once that is done.
      onPointerDown() {
        if (!hasFocus) requestAnimationFrame(() => input.current?.select())
        else refusal.letGo()
      },
      onKeyDown(event) {
        if (MOVES.test(event.key) || event.ctrlKey || event.metaKey) refusal.letGo()
      },
      onBlur() {
        setHasFocus(false)
        const settled = settleNumeric(value)
        refusal.settle(settled === value ? undefined : settled)
        if (settled !== value) onChange(settled)
      },
      onCompositionStart(event) {
        isComposing.current = true
        caret.remember(event.currentTarget)
        setComposed(event.currentTarget.value)
      },
      onCompositionEnd(event) {
        isComposing.current = false
        setComposed(undefined)
        judge(event.currentTarget)
      },
      onChange(event) {
        if (isComposing.current) setComposed(event.currentTarget.value)
        else judge(event.currentTarget)
      },
    },
  }
}

/** Keys by which the hand leaves the place of a refused key. */
const MOVES = /^(?:Arrow|Home|End|Page|Escape)/
