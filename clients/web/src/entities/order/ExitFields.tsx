/**
 * Price and gain of one take profit or stop loss, linked both ways ([4.17]): two fields for a grid of the caller. The
 * gain is said in money or in percent of what the part costs.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { displayNumeric } from '../../shared/format/index.ts'
import { NumberField } from '../../ui/index.ts'
import { signClass } from '../account/signClass.ts'
import {
  acceptExitPrice,
  acceptGain,
  displayGain,
  exitPrice,
  gainOf,
  gainText,
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
}

export function ExitFields(props: ExitFieldsProps) {
  const { kind, exit, basis, isInvalid, labels, onChange } = props
  return (
    <>
      <NumberField
        name={`${kind}-price`}
        label={labels.price}
        size="pair"
        value={exit.priceText}
        accept={(text) => (basis === undefined ? undefined : acceptExitPrice(text, basis))}
        display={displayNumeric}
        isInvalid={isInvalid}
        isDisabled={basis === undefined}
        onChange={(priceText) => onChange({ priceText })}
      />
      <GainField {...props} />
    </>
  )
}

function GainField({ kind, exit, basis, unit, hasSize, labels, onChange, onUnit }: ExitFieldsProps) {
  const { t } = useTranslation()
  const canTell = basis !== undefined && (hasSize || unit === 'percent')
  const text = canTell ? gainText(exit, unit, basis) : ''
  const gain = canTell ? gainOf(exitPrice(exit, basis.priceDecimals), basis) : undefined
  const unitName = unit === 'usd' ? 'USD' : t('tpsl.percent')
  return (
    <div onBlur={() => exit.gainText !== undefined && onChange(settleExit(exit))}>
      <NumberField
        name={`${kind}-gain`}
        label={labels.gain}
        ariaLabel={t('tpsl.gainOf', { kind: t(`tpsl.${kind}`) })}
        size="pair"
        value={text}
        accept={(typed) => acceptGain(kind, text, typed)}
        display={displayGain}
        isDisabled={!canTell}
        valueClassName={gain === undefined ? 'text-t1' : signClass(gain)}
        onChange={(typed) => basis !== undefined && onChange(withGain(typed, unit, basis))}
        unit={
          <button
            type="button"
            aria-label={t('tpsl.gainUnit', { unit: unitName })}
            className="-mr-1 flex h-7 min-w-4 items-center justify-center font-medium text-t2 hover:text-t1 max-md:h-10 max-md:min-w-6"
            onClick={() => onUnit(unit === 'usd' ? 'percent' : 'usd')}
          >
            {unit === 'usd' ? '$' : '%'}
          </button>
        }
      />
    </div>
  )
}
