import {
  addMyReimbursement,
  addReimbursement,
  answerMyReimbursement,
  deleteReimbursement,
  downloadMyReimbursementFile,
  downloadReimbursementFile,
  getReimbursementAmount,
  listMyReimbursements,
  listReimbursements,
  type Receipt,
  type Reimbursement,
  type ResponseOf,
  removeMyReceipt,
  removeReceipt,
  updateReimbursement,
} from '@fornix/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import {
  download,
  fetchFile,
  refreshCall,
  refreshCalls,
  sendFiles,
  thenRefresh,
  useCall,
  useSend,
} from '../../platform/calls/api.ts'
import { untilResponse } from '../../platform/calls/until-response.ts'
import { isStale } from '../../platform/http/failure.ts'
import { useSession } from '../../platform/session/session.tsx'
import type { Sending } from '../../ui/form/use-uploads.ts'
import type { Answer } from './AnswerDrawer.tsx'
import { messages } from './messages.ts'
import type { ReadReceipt } from './ReimbursementList.tsx'

const myReceipt = ({ file_id }: Receipt) => fetchFile(downloadMyReimbursementFile, { params: { file_id } })
const receiptOfPatient = ({ file_id }: Receipt) => fetchFile(downloadReimbursementFile, { params: { file_id } })

export type Claim = { amount: string; description: string; category: Reimbursement['category']; expense_date: string }

/** What the list shows while a response is pending, arrives, or fails. */
const listOf = (query: UseQueryResult<ResponseOf<typeof listMyReimbursements>>, receipt: ReadReceipt) => ({
  rows: query.data?.reimbursements ?? [],
  loading: query.isPending,
  error: query.isError ? messages.fetchFailed : undefined,
  onRetry: () => void query.refetch(),
  receipt,
})

/** By patient id: the address may change in another tab. */
const useOwn = () => {
  const key = useSession()?.user.patient_id ?? ''
  return [{ params: { key } }, { enabled: key !== '' }] as const
}
/** Shows what was added. Even a failed or canceled one may have arrived, but nobody waits to see that. */
const refreshAfter = async (adding: Promise<unknown>, refresh: () => Promise<unknown>) => {
  await adding.catch((error: unknown) => {
    void refresh()
    throw error
  })
  await refresh()
}

/** A patient's own requests and figures. */
export const useMyReimbursements = () => {
  const query = useCall(listMyReimbursements, ...useOwn())
  const remove = useSend(removeMyReceipt, { refreshes: [listMyReimbursements] })
  return {
    list: listOf(query, myReceipt),
    figures: useCall(getReimbursementAmount, ...useOwn()),
    add: async (claim: Claim, file: File, { key: upload_key, onProgress, onWaiting, signal }: Sending) => {
      const args = { body: { ...claim, upload_key } }
      const attempt = () => sendFiles(addMyReimbursement, args, [file], onProgress, signal)
      const refresh = () => refreshCalls(listMyReimbursements, getReimbursementAmount)
      await refreshAfter(untilResponse(attempt, onWaiting, signal), refresh)
    },
    answer: async ({ id, version }: Reimbursement, { note, key: upload_key, receipt }: Answer) => {
      const args = { params: { id }, body: { note, version, upload_key } }
      const { file, sending } = receipt ?? {}
      const attempt = () =>
        sendFiles(answerMyReimbursement, args, file ? [file] : [], sending?.onProgress, sending?.signal)
      const answering = sending ? untilResponse(attempt, sending.onWaiting, sending.signal) : attempt()
      await refreshAfter(answering, () => refreshCall(listMyReimbursements))
    },
    removeReceipt: ({ file_id }: Receipt) => remove.mutateAsync({ params: { file_id } }),
    download: ({ file_id, file_name }: Receipt) =>
      download(downloadMyReimbursementFile, { params: { file_id } }, file_name),
  }
}

/** A patient's requests, for staff. */
export const usePatientReimbursements = (key: string) => {
  const query = useCall(listReimbursements, { params: { key } })
  const remove = useSend(deleteReimbursement, { refreshes: [listReimbursements] })
  const dropReceipt = useSend(removeReceipt, { refreshes: [listReimbursements] })
  return {
    list: listOf(query, receiptOfPatient),
    figures: query,
    add: async (claim: Claim, file: File, { key: upload_key, onProgress, onWaiting, signal }: Sending) => {
      const args = { body: { ...claim, upload_key, email: key } }
      const attempt = () => sendFiles(addReimbursement, args, [file], onProgress, signal)
      await refreshAfter(untilResponse(attempt, onWaiting, signal), () => refreshCall(listReimbursements))
    },
    change: async (id: string, body: Record<string, unknown>, file: File | undefined) => {
      const changing = sendFiles(updateReimbursement, { params: { id }, body }, file ? [file] : [])
      return (await thenRefresh(changing, () => refreshCall(listReimbursements))).reimbursement
    },
    removeReceipt: ({ file_id }: Receipt) => dropReceipt.mutateAsync({ params: { file_id } }),
    /** As it was shown; what was changed elsewhere is shown first. */
    remove: ({ id, version }: Reimbursement) =>
      remove.mutateAsync({ params: { id }, body: { version } }).catch((error: unknown) => {
        if (isStale(error)) void refreshCall(listReimbursements)
        throw error
      }),
    download: ({ file_id, file_name }: Receipt) =>
      download(downloadReimbursementFile, { params: { file_id } }, file_name),
  }
}
