/** GET /notices and what belongs to it: what an account was told, what of it was read, and by which ways it comes. */
import {
  noticeMailConfirmRequest,
  noticeMailRequest,
  noticeSettingsRequest,
  noticesReadRequest,
} from '@vest/protocol'
import { isRefusal } from '../../../refusal.ts'
import { limitOf } from '../../query.ts'
import { readBody } from '../../readBody.ts'
import { keyRoute } from '../../route.ts'

const LIST_MAX = 200

export const getNotices = keyRoute('notices', (edge, { query }, { account }) => {
  const limit = limitOf(query, LIST_MAX, LIST_MAX)
  return isRefusal(limit) ? limit : edge.notices.list(account, limit)
})

export const postNoticesRead = keyRoute('readNotices', async (edge, request, { account }) => {
  const body = readBody(noticesReadRequest, request.body)
  if (isRefusal(body)) return body
  return { unread: await edge.notices.markRead(account, body.noticeIds ?? undefined) }
})

export const getNoticesSettings = keyRoute('noticeSettings', (edge, _request, { account }) =>
  edge.notices.settings(account),
)

export const postNoticesSettings = keyRoute('setNoticeSettings', async (edge, request, { account }) => {
  const body = readBody(noticeSettingsRequest, request.body)
  return isRefusal(body) ? body : edge.notices.choose(account, body)
})

export const postNoticesMail = keyRoute('setNoticeMail', async (edge, request, { account }) => {
  const body = readBody(noticeMailRequest, request.body)
  if (isRefusal(body)) return body
  const expiryTime = edge.notices.beginMail(account, body.email, body.language)
  return isRefusal(expiryTime) ? expiryTime : { expiryTime }
})

export const postNoticesMailConfirm = keyRoute('confirmNoticeMail', async (edge, request, { account }) => {
  const body = readBody(noticeMailConfirmRequest, request.body)
  return isRefusal(body) ? body : edge.notices.confirmMail(account, body.code)
})

export const deleteNoticesMail = keyRoute('removeNoticeMail', (edge, _request, { account }) =>
  edge.notices.removeMail(account),
)
