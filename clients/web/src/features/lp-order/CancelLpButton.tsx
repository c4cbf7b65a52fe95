/** Takes one scheduled withdrawal of the list back. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefreshLp } from '../../entities/lp/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { Button } from '../../ui/index.ts'
import { cancelLpOrder } from './cancelLpOrder.ts'

export function CancelLpButton({ id, shares }: { readonly id: string; readonly shares: string }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const refresh = useRefreshLp()
  const [isSending, setIsSending] = useState(false)
  return (
    <Button
      size="xs"
      className="max-md:h-9 max-md:px-3"
      isDisabled={isSending}
      aria-label={t('lp.takeBackLabel', { shares })}
      onClick={() => {
        setIsSending(true)
        void cancelLpOrder({ client, refresh, t, id }).finally(() => setIsSending(false))
      }}
    >
      {t('lp.takeBack')}
    </Button>
  )
}
