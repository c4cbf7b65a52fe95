/**
 * Price and gain of one take profit or stop loss, linked both ways ([4.17]): two fields for a grid of the caller. The
 * gain is said in money or in percent of what the part costs.
 */
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { numberFault } from '@vest/sdk'
import { numericRules, settleNumeric } from '../../shared/numeric/index.ts'
import { NumberField } from '../../ui/index.ts'
import { signClass } from '../account/signClass.ts'
import {
  displayGain,
  exitPrice,
  gainOf,
  gainText,
  isPriceless,
  settleExit,
  withGain,
  type ExitBasis,
  type ExitDraft,
  type ExitKind,
  type GainUnit,
} from './exitDraft.ts'

export interface ExitFieldsProps {
  readonly kind: ExitKind
  readonly exit: ExitDraft
  /** Undefined while there is nothing to measure a gain against. */
  readonly basis: ExitBasis | undefined
  readonly unit: GainUnit
  /** Without a size a gain can be said in percent alone. */
  readonly hasSize: boolean
  readonly isInvalid: boolean
  /** Labels of the two fields; without one for the gain it has a spoken name. */
  readonly labels: { readonly price: ReactNode; readonly gain?: string }
  readonly onChange: (exit: ExitDraft) => void
  readonly onUnit: (unit: GainUnit) => void
  readonly onRefusal: (field: 'price' | 'gain', isRefused: boolean) => void
}

/** For a field that is disabled: it takes nothing anyway. */
const NOWHERE = { priceDecimals: 0, reference: 0 }

export function ExitFields(props: ExitFieldsProps) {
  const { t } = useTranslation()
  const { kind, exit, basis, isInvalid, labels, onChange, onRefusal } = props
  const fault = exit.priceText === '' ? undefined : numberFault(settleNumeric(exit.priceText))
  return (
    <>
      <NumberField
        name={`${kind}-price`}
        label={labels.price}
        size="pair"
        value={exit.priceText}
        rules={numericRules.exitPrice(basis ?? NOWHERE)}
        isInvalid={isInvalid}
        error={isInvalid && fault !== undefined ? t(`ticket.${fault}`) : undefined}
        hasFloatingHint
        isDisabled={basis === undefined}
        onChange={(priceText) => onChange({ priceText })}
        onRefusal={(isRefused) => onRefusal('price', isRefused)}
      />
      <GainField {...props} />
    </>
  )
}

function GainField({
  kind,
  exit,
  basis,
  unit,
  hasSize,
  labels,
  onChange,
  onUnit,
  onRefusal,
}: ExitFieldsProps) {
  const { t } = useTranslation()
  const [isRefused, setIsRefused] = useState(false)
  const canTell = basis !== undefined && (hasSize || unit === 'percent')
  const text = canTell ? gainText(exit, unit, basis) : ''
  const gain = canTell ? gainOf(exitPrice(exit, basis.priceDecimals), basis) : undefined
  const unitName = unit === 'usd' ? 'USD' : t('tpsl.percent')
  return (
    // While the field says that it refused something, what stands in it stays as it was typed.
    <div onBlur={() => exit.gainText !== undefined && !isRefused && onChange(settleExit(exit))}>
      <NumberField
        name={`${kind}-gain`}
        label={labels.gain}
        ariaLabel={t('tpsl.gainOf', { kind: t(`tpsl.${kind}`) })}
        size="pair"
        value={text}
        meaning={exit.gainText ?? exit.priceText}
        rules={numericRules.gain(kind)}
        display={displayGain}
        hasFloatingHint
        isDisabled={!canTell}
        isInvalid={canTell && isPriceless(exit)}
        valueClassName={gain === undefined ? 'text-t1' : signClass(gain)}
        onChange={(typed) => basis !== undefined && onChange(withGain(typed, unit, basis))}
        onRefusal={(isNow) => {
          setIsRefused(isNow)
          onRefusal('gain', isNow)
        }}
        unit={
          <button
            type="button"
            aria-label={t('tpsl.gainUnit', { unit: unitName })}
            className="-mr-1 flex h-7 min-w-4 items-center justify-center font-medium text-t2 hover:text-t1 max-md:h-10 max-md:min-w-6"
            onClick={() => {
              const next = unit === 'usd' ? 'percent' : 'usd'
              // A gain that has no price means another one in the other unit.
              if (isPriceless(exit) && basis !== undefined) onChange(withGain(exit.gainText!, next, basis))
              onUnit(next)
            }}
          >
            {unit === 'usd' ? '$' : '%'}
          </button>
        }
      />
    </div>
  )
}
