/** The bell with its panel open: with news, without any, on its way, and where nothing answers. */
import { answer, NOTICES, refusal, silence } from '../../testing/gallery/answers.ts'
import { opens, press } from '../../testing/gallery/hands.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { NoticeBell } from './NoticeBell.tsx'

async function openUnread(): Promise<void> {
  await press('notice.titleUnread', { count: NOTICES.unread })
  await opens()
}
async function openRead(): Promise<void> {
  await press('notice.title')
  await opens()
}

export const scenes: readonly Scene[] = [
  {
    name: 'notice-bell',
    widthPx: 480,
    heightPx: 720,
    render: () => (
      <div className="flex h-12 items-center justify-end bg-s1 px-3">
        <NoticeBell />
      </div>
    ),
    states: {
      loading: { world: { answers: { notices: silence } }, act: openRead, isPending: true },
      normal: { act: openUnread },
      empty: { world: { answers: { notices: answer({ unread: 0, notices: [] }) } }, act: openRead },
      error: { world: { answers: { notices: refusal } }, act: openRead },
    },
  },
]
