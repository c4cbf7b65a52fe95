/** Shows another program that the address is its owner's: a text, and the signature that the wallet's frame made of it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { frameErrorText } from '../../entities/embedded/frameErrorText.ts'
import { useEmbeddedCall } from '../../entities/embedded/useEmbedded.ts'
import { useSession } from '../../entities/session/index.ts'
import { Button, CopyButton, Dialog, FormError, TextField } from '../../ui/index.ts'
import { signMessage } from './signMessage.ts'

export function SignMessageDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation()
  const call = useEmbeddedCall()
  const isEmbedded = useSession((state) => state.email !== undefined)
  const [message, setMessage] = useState('')
  const [signature, setSignature] = useState<string>()
  const [error, setError] = useState<string>()
  const [isSigning, setIsSigning] = useState(false)
  const sign = (): void => {
    setError(undefined)
    setSignature(undefined)
    setIsSigning(true)
    signMessage(call, { isEmbedded, message })
      .then(setSignature, (reason: unknown) => setError(frameErrorText(t, reason)))
      .finally(() => setIsSigning(false))
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('signMessage.title')}
      closeLabel={t('common.close')}
      isLocked={isSigning}
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isSigning) sign()
        }}
      >
        <p className="text-body text-t2">{t('signMessage.text')}</p>
        <TextField
          label={t('signMessage.message')}
          name="message"
          autoComplete="off"
          value={message}
          onChange={(text) => {
            setMessage(text)
            setSignature(undefined)
          }}
        />
        {signature !== undefined && (
          <div role="status">
            <p className="text-caption text-t3">{t('signMessage.signature')}</p>
            <div className="flex items-center gap-2 rounded-[8px] bg-s3 px-3 py-2">
              <code className="min-w-0 flex-1 text-dense break-all">{signature}</code>
              <CopyButton
                text={signature}
                label={t('sessions.copy', { what: t('signMessage.signature') })}
                copiedLabel={t('sessions.copied', { what: t('signMessage.signature') })}
              />
            </div>
          </div>
        )}
        <FormError text={error} />
        <Button type="submit" size="lg" variant="ink" isBusy={isSigning}>
          {t('signMessage.sign')}
        </Button>
      </form>
    </Dialog>
  )
}
