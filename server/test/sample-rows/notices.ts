import { v7 as uuid } from 'uuid'
import type { AddRows } from '../full-record.ts'

export const addRows: AddRows = async ({ insert }) => {
  await insert('insert into notice_choices (project_id, patient_id) values ($1, $2)')
  await insert(
    `insert into push_subscriptions (project_id, patient_id, subscription_id, login_id, family_id, endpoint, p256dh, auth)
     select project_id, patient_id, $3, login_id, session_id, 'https://fcm.googleapis.com/fcm/send/' || session_id, '', ''
       from sessions where project_id = $1 and patient_id = $2 limit 1`,
    uuid(),
  )
}
