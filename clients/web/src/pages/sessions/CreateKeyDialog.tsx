/** Asks for the name of a program's key, whether it may trade and what it may lose in a day; then shows its secrets once. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { API_KEY_LABEL_MAX } from '@vest/protocol'
import { ApiError } from '@vest/sdk'
import { useSession } from '../../entities/session/index.ts'
import { errorText } from '../../shared/i18n/index.ts'
import { numericRules } from '../../shared/numeric/index.ts'
import { Button, Checkbox, CopyButton, Dialog, FormError, NumberField, TextField } from '../../ui/index.ts'
import { createProgramKey, type KeyMade } from './createProgramKey.ts'

export interface CreateKeyDialogProps {
  readonly onClose: () => void
  readonly onMade: () => void
}

export function CreateKeyDialog({ onClose, onMade }: CreateKeyDialogProps) {
  const { t } = useTranslation()
  const [isSending, setIsSending] = useState(false)
  const [made, setMade] = useState<KeyMade>()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(made === undefined ? 'sessions.newKey' : 'sessions.keyMade')}
      closeLabel={t('common.close')}
      isLocked={isSending}
    >
      {made === undefined ? (
        <KeyForm
          isSending={isSending}
          onSending={setIsSending}
          onMade={(key) => {
            setMade(key)
            onMade()
          }}
        />
      ) : (
        <Secrets made={made} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface KeyFormProps {
  readonly isSending: boolean
  readonly onSending: (isSending: boolean) => void
  readonly onMade: (made: KeyMade) => void
}

function KeyForm({ isSending, onSending, onMade }: KeyFormProps) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const [label, setLabel] = useState('')
  const [canTrade, setCanTrade] = useState(true)
  const [maxLoss, setMaxLoss] = useState('')
  const [isUnbounded, setIsUnbounded] = useState(false)
  const [isRefused, setIsRefused] = useState(false)
  const [code, setCode] = useState<number>()
  const isBlocked = label.trim() === '' || (canTrade && !isUnbounded && isRefused)
  const create = async (): Promise<void> => {
    if (isBlocked) return
    onSending(true)
    setCode(undefined)
    try {
      onMade(await createProgramKey(client, { label, canTrade, maxLoss, isUnbounded }))
    } catch (error) {
      setCode(error instanceof ApiError ? error.code : 0)
    } finally {
      onSending(false)
    }
  }
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <TextField
        label={t('sessions.keyName')}
        name="keyName"
        value={label}
        maxLength={API_KEY_LABEL_MAX}
        autoComplete="off"
        onChange={setLabel}
      />
      <Checkbox label={t('sessions.mayTrade')} isChecked={canTrade} onChange={setCanTrade} />
      {canTrade && (
        <>
          <NumberField
            label={t('sessions.maxLoss')}
            unit="USDC"
            name="maxLoss"
            value={maxLoss}
            rules={numericRules.transfer()}
            isDisabled={isUnbounded}
            placeholder={t('sessions.maxLossProposed')}
            onChange={setMaxLoss}
            onRefusal={setIsRefused}
          />
          <p className="text-dense text-t2">{t('sessions.maxLossText')}</p>
          <Checkbox label={t('sessions.unbounded')} isChecked={isUnbounded} onChange={setIsUnbounded} />
          {isUnbounded && (
            <p role="status" className="text-dense text-warn">
              {t('sessions.unboundedText')}
            </p>
          )}
        </>
      )}
      <FormError
        text={code === undefined ? undefined : t('sessions.createFailed', { reason: errorText(t, code) })}
      />
      <Button type="submit" size="lg" variant="ink" isBusy={isSending} isDisabled={isBlocked}>
        {t('sessions.create')}
      </Button>
    </form>
  )
}

function Secrets({ made, onClose }: { readonly made: KeyMade; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const { apiKey, signingKey } = made
  return (
    <div className="flex flex-col gap-4">
      <p className="text-body text-t2">{t('sessions.shownOnce')}</p>
      <Secret label={t('sessions.apiKey')} text={apiKey} />
      {signingKey !== undefined && <Secret label={t('sessions.signingKey')} text={signingKey} />}
      <Button size="lg" onClick={onClose}>
        {t('sessions.stored')}
      </Button>
    </div>
  )
}

function Secret({ label, text }: { readonly label: string; readonly text: string }) {
  const { t } = useTranslation()
  return (
    <div>
      <p className="text-caption text-t3">{label}</p>
      <div className="flex items-center gap-2 rounded-[8px] bg-s3 px-3 py-2">
        <code className="min-w-0 flex-1 text-dense break-all">{text}</code>
        <CopyButton
          text={text}
          label={t('sessions.copy', { what: label })}
          copiedLabel={t('sessions.copied', { what: label })}
        />
      </div>
    </div>
  )
}
