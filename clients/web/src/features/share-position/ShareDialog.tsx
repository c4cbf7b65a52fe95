/** Share dialog ([2.40]): the card, what it shows, and the ways it leaves. */
import { Download, Send, Share } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../entities/session/index.ts'
import { LinkSocial, useSocialAccount } from '../../entities/social/index.ts'
import { Button, Checkbox, Dialog, FormError, showToast } from '../../ui/index.ts'
import { ALL_SHOWN, cardSentence, cardTexts, composeLink, postText, type CardChoices } from './cardTexts.ts'
import { IMAGE_HEIGHT, IMAGE_WIDTH } from './drawShareCard.ts'
import { canHandOver, downloadFile, handOver, imageFile } from './imageFile.ts'
import { postCard } from './postCard.ts'
import type { SharedPosition } from './sharedPosition.ts'
import { useCardCanvas } from './useCardCanvas.ts'
import { useReferral } from './useReferral.ts'

export interface ShareDialogProps {
  readonly shared: SharedPosition | undefined
  readonly onClose: () => void
}

export function ShareDialog({ shared, onClose }: ShareDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      isOpen={shared !== undefined}
      onClose={onClose}
      title={t('share.title')}
      width={480}
      closeLabel={t('common.close')}
    >
      {shared && <Card shared={shared} onClose={onClose} />}
    </Dialog>
  )
}

const CHOICES = ['showsEntry', 'showsPrice', 'showsLeverage'] as const

function Card({ shared, onClose }: { readonly shared: SharedPosition; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const { refCode, hasPostAccess, isLoading } = useReferral()
  const { refresh } = useSocialAccount()
  const [choices, setChoices] = useState<CardChoices>(ALL_SHOWN)
  const [failure, setFailure] = useState<'absent' | 'failed' | 'refused'>()
  const [isPosting, setIsPosting] = useState(false)
  const texts = useMemo(() => cardTexts({ t, shared, choices, refCode }), [t, shared, choices, refCode])
  const { ref, isPainted } = useCardCanvas(texts, shared.market.base)
  const text = postText(t, texts)
  const labels = {
    showsEntry: t('positions.entryPrice'),
    showsPrice: t(shared.isClosed ? 'share.closePrice' : 'share.currentPrice'),
    showsLeverage: t('ticket.leverage'),
  }

  const withImage = async (use: (file: File) => Promise<void> | void): Promise<void> => {
    setFailure(undefined)
    if (ref.current === null) return
    try {
      await use(await imageFile(ref.current, shared.market.label))
    } catch {
      setFailure('failed')
    }
  }
  const post = async (): Promise<void> => {
    setFailure(undefined)
    if (ref.current === null) return
    setIsPosting(true)
    const outcome = await postCard(client, { text, image: ref.current.toDataURL('image/png') })
    setIsPosting(false)
    if (outcome === 'refused') refresh()
    if (outcome !== 'posted') return setFailure(outcome)
    showToast({ tone: 'ok', title: t('share.posted') })
    onClose()
  }

  return (
    <>
      <div data-theme="dark" className="overflow-hidden rounded-[10px] border border-line bg-s1">
        <canvas
          ref={ref}
          role="img"
          aria-label={cardSentence(t, texts)}
          aria-busy={!isPainted}
          width={IMAGE_WIDTH}
          height={IMAGE_HEIGHT}
          className="block aspect-[438/330] w-full"
        />
      </div>
      <div className="mt-[14px] flex flex-wrap gap-x-5 gap-y-1">
        {CHOICES.map((choice) => (
          <Checkbox
            key={choice}
            label={labels[choice]}
            isChecked={choices[choice]}
            onChange={(isShown) => setChoices({ ...choices, [choice]: isShown })}
          />
        ))}
      </div>
      <FormError text={failure && t(failure === 'refused' ? 'social.refused' : `share.${failure}`)} />
      <div className="mt-4 grid grid-cols-2 gap-2">
        <Button
          size="xl"
          isDisabled={!isPainted}
          icon={<Download size={16} strokeWidth={1.5} className="shrink-0" aria-hidden="true" />}
          onClick={() => void withImage(downloadFile)}
        >
          {t('share.download')}
        </Button>
        {hasPostAccess || isLoading ? (
          <Button
            size="xl"
            variant="ink"
            isBusy={isPosting || isLoading}
            isDisabled={!isPainted}
            icon={<Share size={16} strokeWidth={1.5} className="shrink-0" aria-hidden="true" />}
            onClick={() => void post()}
          >
            {t('share.share')}
          </Button>
        ) : (
          <a
            href={composeLink(text, `${location.origin}/trade/${shared.market.symbol}`)}
            target="_blank"
            rel="noopener noreferrer"
            className="press inline-flex h-12 items-center justify-center gap-[7px] rounded-[6px] bg-ink px-4 text-button font-semibold whitespace-nowrap text-on-ink"
          >
            <Share size={16} strokeWidth={1.5} className="shrink-0" aria-hidden="true" />
            {t('share.share')}
          </a>
        )}
        {canHandOver() && (
          <Button
            size="xl"
            isDisabled={!isPainted}
            className="col-span-2"
            icon={<Send size={16} strokeWidth={1.5} className="shrink-0" aria-hidden="true" />}
            onClick={() =>
              void withImage(async (file) => {
                if (!(await handOver(file, text))) setFailure('failed')
              })
            }
          >
            {t('share.send')}
          </Button>
        )}
      </div>
      {!hasPostAccess && !isLoading && <p className="mt-3 text-dense text-t3">{t('share.composeHint')}</p>}
      <div className="mt-3">
        <LinkSocial />
      </div>
    </>
  )
}
