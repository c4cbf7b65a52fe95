/**
 * The one numeric field. What may stand in it is said by rules ([5.1]); an edit that they refuse changes nothing, not
 * even the caret, and the field says why until it takes an edit, is given another value by the app or is come back to. Raw
 * digits while it has the focus, grouped when it is left; all is selected on focus, the wheel does nothing. What an
 * input method composes is judged when it is done.
 */
import { useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import {
  displayNumeric,
  editNumeric,
  letGo,
  settleNumeric,
  writeNumeric,
  type NumericEntry,
  type NumericRefusal,
  type NumericRules,
} from '../shared/numeric/index.ts'
import { cx } from './cx.ts'
import { FIELD_HEIGHT, type FieldFrameProps } from './Field.tsx'

export interface NumberFieldProps extends FieldFrameProps {
  readonly value: string
  /**
   * What the value stands for, where that is not its text: of a percentage that is kept the number follows the market.
   * Another meaning answers a refusal, another number does not.
   */
  readonly meaning?: string
  readonly rules: NumericRules
  readonly onChange: (value: string) => void
  /** The field refuses, or no longer: what it is part of must not be sent while it does. */
  readonly onRefusal: (isRefused: boolean) => void
  readonly name: string
  /** How the value looks without focus; grouped unless given. */
  readonly display?: (text: string) => string
  readonly placeholder?: string
  readonly ref?: Ref<HTMLInputElement>
  readonly valueClassName?: string
  readonly ariaLabel?: string
  /** Where the field is too narrow for a sentence, the hint lies over what is below. */
  readonly hasFloatingHint?: boolean
  readonly hasAutoFocus?: boolean
}

/** What was refused, and what the field meant when it was. */
type Refused = Pick<NumericEntry, 'refusal' | 'held'> & { readonly meaning: string }
type Selection = NonNullable<NumericEntry['selection']>

export function NumberField({
  label,
  unit,
  size = 'md',
  error,
  isInvalid = false,
  isDisabled = false,
  className,
  value,
  meaning = value,
  rules,
  onChange,
  onRefusal,
  name,
  display = displayNumeric,
  placeholder,
  ref,
  valueClassName,
  ariaLabel,
  hasFloatingHint = false,
  hasAutoFocus = false,
}: NumberFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [hasFocus, setHasFocus] = useState(false)
  /** What an input method is at; the field's own text waits behind it. */
  const [composed, setComposed] = useState<string>()
  const isComposing = useRef(false)
  const [refused, setRefused] = useState<Refused>()
  /** The selection before the edit that is under way. */
  const selection = useRef<Selection>(undefined)
  useImperativeHandle(ref, () => input.current!, [])
  // Once the raw digits are back and before the next key, so that what is typed replaces all of them.
  useLayoutEffect(() => {
    if (hasFocus) input.current?.select()
  }, [hasFocus])
  useEffect(() => {
    const element = input.current!
    // React's own event of this name is another one.
    const remember = (event: InputEvent): void => {
      if (event.isComposing) return
      selection.current = selectionOf(element)
    }
    element.addEventListener('beforeinput', remember)
    return () => element.removeEventListener('beforeinput', remember)
  }, [])

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
  }, [value])

  const refusal = refused?.meaning === meaning ? refused.refusal : undefined
  const isRefused = refusal !== undefined
  const report = useRef(onRefusal)
  report.current = onRefusal
  useLayoutEffect(() => {
    if (!isRefused) return
    report.current(true)
    return () => report.current(false)
  }, [isRefused])

  const hint = useRefusalText(refusal) ?? error
  const invalid = isInvalid || hint !== undefined

  /** Judges what stands in the element, and puts right what may not. */
  const judge = (element: HTMLInputElement): void => {
    const before: NumericEntry = {
      text: value,
      selection: selection.current,
      refusal,
      held: isRefused ? refused?.held : undefined,
    }
    selection.current = undefined
    const raw = { text: element.value, caret: element.selectionStart ?? element.value.length }
    const next = editNumeric(before, raw, rules)
    if (element.value !== next.text) {
      element.value = next.text
      const { start, end } = next.selection ?? { start: next.text.length, end: next.text.length }
      element.setSelectionRange(start, end)
    }
    setRefused(next.refusal === undefined ? undefined : { meaning, refusal: next.refusal, held: next.held })
    own.current = next.text
    // The same text typed over a kept percentage is a typed size too.
    if (next.refusal === undefined) onChange(next.text)
  }

  return (
    <div className={cx('relative', className)}>
      <div
        className={cx('field-shell flex items-center gap-2', FIELD_HEIGHT[size])}
        data-invalid={invalid || undefined}
        data-disabled={isDisabled || undefined}
        // What stands beside the field is as little to be used as the field.
        {...(isDisabled ? { role: 'group', 'aria-disabled': true } : {})}
      >
        {label !== undefined && (
          <label htmlFor={id} className="text-dense whitespace-nowrap text-t2">
            {label}
          </label>
        )}
        <input
          id={id}
          ref={input}
          name={name}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          autoFocus={hasAutoFocus}
          disabled={isDisabled}
          placeholder={placeholder}
          aria-label={label === undefined ? ariaLabel : undefined}
          aria-invalid={invalid || undefined}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          value={composed ?? (hasFocus ? value : display(value))}
          onFocus={() => {
            setHasFocus(true)
            setRefused(undefined)
          }}
          // A press places the caret after the focus has come: select again once that is done.
          onPointerDown={() => {
            if (!hasFocus) requestAnimationFrame(() => input.current?.select())
            else setRefused(letGoOf)
          }}
          onKeyDown={(event) => {
            if (MOVES.test(event.key) || event.ctrlKey || event.metaKey) setRefused(letGoOf)
          }}
          onBlur={() => {
            setHasFocus(false)
            const settled = settleNumeric(value)
            setRefused((one) => one && { ...letGo(one), meaning: settled === value ? one.meaning : settled })
            if (settled !== value) onChange(settled)
          }}
          onCompositionStart={(event) => {
            isComposing.current = true
            selection.current = selectionOf(event.currentTarget)
            setComposed(event.currentTarget.value)
          }}
          onCompositionEnd={(event) => {
            isComposing.current = false
            setComposed(undefined)
            judge(event.currentTarget)
          }}
          onChange={(event) => {
            if (isComposing.current) setComposed(event.currentTarget.value)
            else judge(event.currentTarget)
          }}
          className={cx(
            'h-full min-w-0 flex-1 bg-transparent text-right font-medium outline-none',
            size === 'amount' ? 'text-amount font-semibold' : size === 'inline' ? 'text-dense' : 'text-nav',
            valueClassName,
          )}
        />
        {unit !== undefined && (
          <span className="flex items-center gap-1 text-dense whitespace-nowrap text-t2">{unit}</span>
        )}
      </div>
      {hint !== undefined && (
        <p
          id={`${id}-hint`}
          role={isRefused ? 'alert' : undefined}
          className={cx(
            'text-caption text-err',
            hasFloatingHint
              ? 'absolute top-full right-0 z-20 mt-[3px] rounded-[4px] border border-line-2 bg-s2 px-[6px] py-[2px] whitespace-nowrap shadow-pop'
              : 'mt-1',
          )}
        >
          {hint}
        </p>
      )}
    </div>
  )
}

const selectionOf = ({ selectionStart, selectionEnd, value }: HTMLInputElement): Selection => ({
  start: selectionStart ?? value.length,
  end: selectionEnd ?? value.length,
})

/** Keys by which the hand leaves the place of a refused key. */
const MOVES = /^(?:Arrow|Home|End|Page|Escape)/
const letGoOf = (refused: Refused | undefined): Refused | undefined =>
  refused?.held === undefined ? refused : letGo(refused)

function useRefusalText(refusal: NumericRefusal | undefined): string | undefined {
  const { t } = useTranslation()
  switch (refusal?.kind) {
    case undefined:
      return undefined
    case 'digits':
    case 'mark':
    case 'tooLong':
      return t(`numberField.${refusal.kind}`)
    case 'decimals':
      return refusal.decimals === 0
        ? t('numberField.whole')
        : t('numberField.decimals', { decimals: refusal.decimals })
    case 'tooLarge':
      return refusal.max === undefined
        ? t('numberField.tooLarge')
        : t('numberField.max', { max: displayNumeric(writeNumeric(refusal.max, refusal.decimals)) })
  }
}
