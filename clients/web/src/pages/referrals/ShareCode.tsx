/**
 * Hands the code on ([6.8]): what is posted stands word for word before it is; through the exchange where the owner has linked
 * an account at the network, with the QR code as its picture, else in the network's own window.
 */
import { Share } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkSocial, useSocialAccount } from '../../entities/social/index.ts'
import { useSession } from '../../entities/session/index.ts'
import { composeLink } from '../../features/share-position/index.ts'
import { postCard } from '../../features/share-position/postCard.ts'
import { Button, buttonLook, Dialog, FormError, showToast } from '../../ui/index.ts'
import { qrCanvas } from './qrCanvas.ts'

/** Of the network. */
const POST_LENGTH_MAX = 280

interface ShareCodeProps {
  readonly text: string
  readonly link: string
  /** Whether the owner has let the exchange post. */
  readonly hasAccess: boolean
}

export function ShareCode(props: ShareCodeProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const close = (): void => setIsOpen(false)
  return (
    <>
      <Button
        variant="ink"
        icon={<Share size={14} strokeWidth={1.5} aria-hidden="true" />}
        onClick={() => setIsOpen(true)}
      >
        {t('share.share')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={close}
        title={t('referral.shareTitle')}
        width={440}
        closeLabel={t('common.close')}
      >
        {isOpen && <Post {...props} onPosted={close} />}
      </Dialog>
    </>
  )
}

function Post({ text, link, hasAccess, onPosted }: ShareCodeProps & { readonly onPosted: () => void }) {
  const { t } = useTranslation()
  const client = useSession((state) => state.client)
  const { refresh } = useSocialAccount()
  const [isPosting, setIsPosting] = useState(false)
  const [failure, setFailure] = useState<string>()
  const whole = `${text} ${link}`
  const post = async (): Promise<void> => {
    setFailure(undefined)
    const image = qrCanvas(link)?.toDataURL('image/png')
    if (image === undefined) return setFailure(t('referral.postFailed'))
    setIsPosting(true)
    const outcome = await postCard(client, { text: whole, image })
    setIsPosting(false)
    if (outcome === 'posted') {
      showToast({ tone: 'ok', title: t('referral.posted') })
      return onPosted()
    }
    if (outcome === 'refused') refresh()
    setFailure(t(outcome === 'refused' ? 'social.refused' : 'referral.postFailed'))
  }
  return (
    <>
      <p className="text-dense text-t2">{t('referral.shareText')}</p>
      <p className="mt-3 rounded-[8px] bg-s3 p-3 break-words">{whole}</p>
      <FormError text={failure} />
      <div className="mt-3 flex items-center justify-between gap-3">
        <span className="text-dense text-t2">
          {t('referral.shareCount', { count: whole.length, max: POST_LENGTH_MAX })}
        </span>
        {hasAccess ? (
          <Button variant="ink" isBusy={isPosting} onClick={() => void post()}>
            {t('referral.postIt')}
          </Button>
        ) : (
          <a
            href={composeLink(text, link)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonLook('ink', 'md')}
          >
            {t('referral.compose')}
          </a>
        )}
      </div>
      <div className="mt-3 border-t border-line pt-3">
        <LinkSocial />
      </div>
    </>
  )
}
