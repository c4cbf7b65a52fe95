/** The amount of a deposit or withdrawal: 64 high, with Max and the token. */
import { useTranslation } from 'react-i18next'
import type { Usd6 } from '@vest/protocol'
import { numericRules } from '../../shared/numeric/index.ts'
import { Button, NumberField } from '../../ui/index.ts'
import { ALL, amountText, typedAmount, type AmountDraft } from './transferAmount.ts'

export interface AmountFieldProps {
  readonly amount: AmountDraft
  /** What Max means; undefined = not known yet, and without Max. */
  readonly available: Usd6 | undefined
  readonly onChange: (amount: AmountDraft) => void
  readonly onRefusal: (isRefused: boolean) => void
  readonly hint: string
  readonly error?: string | undefined
  readonly isDisabled?: boolean
}

/** More characters than a small screen has room for at the full size. */
const LONG_LENGTH = 9

export function AmountField({
  amount,
  available,
  onChange,
  onRefusal,
  hint,
  error,
  isDisabled = false,
}: AmountFieldProps) {
  const { t } = useTranslation()
  const value = amountText(amount, available)
  return (
    <div>
      <div className="mb-[6px] flex items-center justify-between text-dense">
        <span className="text-t2">{t('transfer.amount')}</span>
        <span className="text-t3">{hint}</span>
      </div>
      <NumberField
        name="amount"
        size="amount"
        ariaLabel={t('transfer.amount')}
        placeholder="0.00"
        value={value}
        meaning={amount.isAll ? 'all' : value}
        rules={numericRules.transfer()}
        onChange={(text) => onChange(typedAmount(text))}
        onRefusal={onRefusal}
        error={error}
        isDisabled={isDisabled}
        valueClassName={value.length > LONG_LENGTH ? 'text-left! text-figure!' : 'text-left!'}
        unit={
          <span className="flex items-center gap-3">
            {available !== undefined && (
              <Button
                size="xs"
                variant="soft"
                aria-pressed={amount.isAll}
                onClick={() => onChange(ALL)}
                isDisabled={isDisabled}
              >
                {t('common.max')}
              </Button>
            )}
            <span className="flex items-center gap-[7px] text-nav font-medium text-t1">
              <TokenMark letter="U" className="bg-[#2b74c7]" />
              USDC
            </span>
          </span>
        }
      />
    </div>
  )
}

/** A letter in a disc, for tokens and networks. */
export const TokenMark = ({
  letter,
  className = 'bg-[#3c78b4]',
  color,
  size = 22,
}: {
  readonly letter: string
  readonly className?: string
  /** In the place of that of the class. */
  readonly color?: string
  readonly size?: 22 | 26 | 16
}) => (
  <span
    aria-hidden="true"
    style={{ width: size, height: size, fontSize: Math.round(size * 0.45), backgroundColor: color }}
    className={`inline-flex shrink-0 items-center justify-center rounded-full font-semibold text-[#fff] ${className}`}
  >
    {letter}
  </span>
)
