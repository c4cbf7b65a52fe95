/** The page of notices: with news, before there is any, without an address, and where nothing answers. */
import { answer, NOTICE_SETTINGS, refusal, silence } from '../../testing/gallery/answers.ts'
import type { Scene } from '../../testing/gallery/scene.ts'
import { VISITOR } from '../../testing/gallery/world.ts'
import { NoticesPage } from './NoticesPage.tsx'

export const scenes: readonly Scene[] = [
  {
    name: 'notices',
    widthPx: 1_176,
    render: () => <NoticesPage />,
    states: {
      loading: { world: { answers: { notices: silence, noticeSettings: silence } }, isPending: true },
      normal: {},
      visitor: { world: VISITOR },
      empty: {
        world: {
          answers: {
            notices: answer({ unread: 0, notices: [] }),
            noticeSettings: answer({ ...NOTICE_SETTINGS, email: null, quiet: null }),
          },
        },
      },
      error: { world: { answers: { notices: refusal, noticeSettings: refusal } } },
    },
  },
]
