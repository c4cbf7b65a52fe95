/** Cancel of one row; stays usable over REST while the feeds are lost. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { useLive } from '../../live/index.ts'
import { Button } from '../../ui/index.ts'
import { cancelOrder } from './cancelOrder.ts'

export function CancelButton({ id, market }: { readonly id: string; readonly market: string }) {
  const { t } = useTranslation()
  const live = useLive()
  const client = useSession((state) => state.client)
  const [isSending, setIsSending] = useState(false)
  return (
    <Button
      size="xs"
      className="max-md:h-9 max-md:px-3"
      isDisabled={isSending}
      aria-label={t('orders.cancelLabel', { market })}
      onClick={() => {
        setIsSending(true)
        void cancelOrder({ client, live, t, id }).finally(() => setIsSending(false))
      }}
    >
      {t('orders.cancel')}
    </Button>
  )
}
