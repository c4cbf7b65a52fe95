/** Tells assistive technology when the live feed is lost and when it is back; never a price. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { phaseOf, useFrame, useLive } from '../live/index.ts'

export function LiveAnnouncer() {
  const { t } = useTranslation()
  const phase = useFrame(useLive().connection, phaseOf)
  const wasLost = useRef(false)
  const [text, setText] = useState('')
  useEffect(() => {
    if (phase === 'reconnecting' || phase === 'lost') {
      wasLost.current = true
      setText(t('live.disconnected'))
    } else if (phase === 'live' && wasLost.current) {
      wasLost.current = false
      setText(t('live.connected'))
    }
  }, [phase, t])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
