import {
  addMyReimbursement,
  addReimbursement,
  deleteReimbursement,
  downloadMyReimbursementFile,
  downloadReimbursementFile,
  getReimbursementAmount,
  listMyReimbursements,
  listReimbursements,
  type Reimbursement,
  updateReimbursement,
} from '@fornix/contract'
import { download, fetchFile, refreshCall, sendFiles, useCall, useSend } from '../../platform/api.ts'
import { useSession } from '../../platform/session.tsx'

const myReceipt = ({ file_id }: Reimbursement) => fetchFile(downloadMyReimbursementFile, { params: { file_id } })
const receiptOfPatient = ({ file_id }: Reimbursement) => fetchFile(downloadReimbursementFile, { params: { file_id } })

export type Claim = { amount: string; description: string; category: Reimbursement['category'] }

/** A patient's own requests and figures. */
export const useMyReimbursements = () => {
  const key = useSession()?.user.email ?? ''
  const args = { params: { key } }
  const query = useCall(listMyReimbursements, args, { enabled: key !== '' })
  const figures = useCall(getReimbursementAmount, args, { enabled: key !== '' })
  return {
    query,
    reimbursements: query.data?.reimbursements ?? [],
    figures: figures.data,
    add: async (body: Claim, file: File) => {
      await sendFiles(addMyReimbursement, { body }, [file])
      await Promise.all([refreshCall(listMyReimbursements), refreshCall(getReimbursementAmount)])
    },
    download: ({ file_id, file_name }: Reimbursement) =>
      download(downloadMyReimbursementFile, { params: { file_id } }, file_name),
    receipt: myReceipt,
  }
}

/** A patient's requests as staff work on them. */
export const usePatientReimbursements = (key: string) => {
  const query = useCall(listReimbursements, { params: { key } })
  const remove = useSend(deleteReimbursement, { refreshes: [listReimbursements] })
  return {
    query,
    reimbursements: query.data?.reimbursements ?? [],
    figures: query.data,
    add: async (body: Claim, file: File) => {
      await sendFiles(addReimbursement, { body: { ...body, email: key } }, [file])
      await refreshCall(listReimbursements)
    },
    change: async (id: string, body: Record<string, unknown>, file: File | undefined) => {
      await sendFiles(updateReimbursement, { params: { id }, body }, file ? [file] : [])
      await refreshCall(listReimbursements)
    },
    remove: (id: string) => remove.mutateAsync({ params: { id } }),
    download: ({ file_id, file_name }: Reimbursement) =>
      download(downloadReimbursementFile, { params: { file_id } }, file_name),
    receipt: receiptOfPatient,
  }
}
