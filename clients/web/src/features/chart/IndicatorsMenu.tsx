/** Which indicators are drawn, and with what parameters; kept with the preferences. */
import { ChartSpline } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../entities/preferences/index.ts'
import { numericRules, settleNumeric } from '../../shared/numeric/index.ts'
import { NumberField, Popover, Switch } from '../../ui/index.ts'
import {
  INDICATOR_KINDS,
  isParameter,
  readChoices,
  type IndicatorChoice,
  type IndicatorKind,
} from './indicatorChoice.ts'

export function IndicatorsMenu() {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const kept = usePreferences((state) => state.chartIndicators)
  const change = usePreferences((state) => state.change)
  const choices = readChoices(kept)
  const choose = (kind: IndicatorKind, next: Partial<IndicatorChoice>): void =>
    change({ chartIndicators: { ...choices, [kind]: { ...choices[kind], ...next } } })
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      label={t('chart.indicators')}
      className="w-[300px] max-w-[calc(100vw-16px)] p-2"
      trigger={
        <button
          type="button"
          className="flex h-7 items-center gap-[6px] rounded-[5px] px-2 text-dense font-medium text-t2 hover:bg-s3 hover:text-t1"
        >
          <ChartSpline size={16} strokeWidth={1.5} aria-hidden="true" />
          <span className="max-lg:sr-only">{t('chart.indicators')}</span>
        </button>
      }
    >
      {INDICATOR_KINDS.map((kind) => (
        <IndicatorRow key={kind} kind={kind} choice={choices[kind]} onChange={(next) => choose(kind, next)} />
      ))}
    </Popover>
  )
}

interface IndicatorRowProps {
  readonly kind: IndicatorKind
  readonly choice: IndicatorChoice
  readonly onChange: (next: Partial<IndicatorChoice>) => void
}

function IndicatorRow({ kind, choice, onChange }: IndicatorRowProps) {
  const { t } = useTranslation()
  const name = t(`chart.indicatorName.${kind}`)
  return (
    <div className="flex min-h-10 items-center gap-2 px-2">
      <span className="flex-1 text-body">{name}</span>
      {choice.isShown &&
        choice.parameters.map((value, index) => (
          <ParameterField
            key={index}
            kind={kind}
            index={index}
            value={value}
            label={t('chart.parameter', { name, number: index + 1 })}
            onChange={(next) =>
              onChange({ parameters: choice.parameters.map((held, at) => (at === index ? next : held)) })
            }
          />
        ))}
      <Switch label={name} isChecked={choice.isShown} onChange={(isShown) => onChange({ isShown })} />
    </div>
  )
}

interface ParameterFieldProps {
  readonly kind: IndicatorKind
  readonly index: number
  readonly value: number
  readonly label: string
  readonly onChange: (value: number) => void
}

/** What is typed counts as soon as it is a parameter; until then the field says that it is none. */
function ParameterField({ kind, index, value, label, onChange }: ParameterFieldProps) {
  const [text, setText] = useState(String(value))
  const isValid = (typed: string): boolean =>
    isParameter(kind, index, typed === '' ? undefined : Number(typed))
  return (
    <NumberField
      className="w-[58px]"
      size="pair"
      name={`${kind}-${index}`}
      ariaLabel={label}
      value={text}
      display={settleNumeric}
      rules={numericRules.parameter(kind === 'bollinger' && index === 1 ? 1 : 0)}
      hasFloatingHint
      isInvalid={!isValid(text)}
      // Nothing is sent by it.
      onRefusal={() => undefined}
      onChange={(typed) => {
        setText(typed)
        if (isValid(typed)) onChange(Number(typed))
      }}
    />
  )
}
