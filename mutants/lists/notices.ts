import { mutantsOf } from '../mutant.ts'

const choices = ['server/src/features/notices/notices.test.ts']
const news = ['server/src/features/patient-news/patient-news.test.ts']
const push = ['server/src/features/notices/push.test.ts']
const sealed = ['server/src/platform/push/encrypt.test.ts']

/** Of what a patient is told, and what a push notification gives away. */
export const notices = [
  ...mutantsOf('server/src/clinic/records/notify-patient.ts', choices, [
    [
      "if (email !== 'choice') return email === 'always'",
      "if (email === 'never') return false",
      'a kind that the patient turned off is mailed, or one that may not be turned off is not asked for',
    ],
    ['select not ${chosen', 'select ${chosen', 'emails are sent to those who want none'],
    ["and ${chosen('push_on')}`", '`', 'push says that there is news of a kind that nobody chose'],
  ]),
  ...mutantsOf('server/src/platform/push/endpoint.ts', sealed, [
    ["protocol === 'https:' && ", '', 'a push service is called without TLS'],
    ['!username && !password && ', '', 'an address with a password is called'],
    [
      'host.endsWith(service.slice(1))',
      'host.endsWith(service.slice(2))',
      'a host that ends like a push service is called',
    ],
  ]),
  ...mutantsOf('server/src/features/patient-news/queries.ts', news, [
    ['  if (caregiver)\n', '  if (!caregiver)\n', 'what a caregiver saw is no longer new to the patient'],
    [' and not s.seen as', ' as', 'a message that was read still counts in the bell'],
  ]),
  ...mutantsOf('server/src/features/appointments/queries.ts', news, [
    ['told_at: isOwn ? null : ', 'told_at: ', 'what patients do with a visit is told as what the clinic did'],
  ]),
  ...mutantsOf(
    'web/src/features/patient-news/NewsPage.tsx',
    ['web/src/features/patient-news/patient-news.test.tsx'],
    [['at > readBefore && !seen', 'false', 'the second page is read before anybody saw it']],
  ),
  ...mutantsOf('server/src/features/notices/push-queue.ts', push, [
    ['for update skip locked) due', ') due', 'two nodes send the same'],
    ['unsent = unsent - $4', 'unsent = unsent', 'it is sent again and again'],
    [' and p.login_id = o.login_id', '', 'who read an invitation to a wrong address is told of news'],
  ]),
  ...mutantsOf('server/src/features/notices/subscriptions.ts', push, [
    [
      ".where('endpoint', '=', endpoint).where('login_id', '!=', login)",
      ".where('endpoint', '=', endpoint).where('login_id', '=', login)",
      'a browser tells of somebody who used it before',
    ],
  ]),
  ...mutantsOf('server/migrations/0114_notices.sql', push, [
    ['old.revoked_at is null and new.revoked_at is not null', 'false', 'push notifications come after a sign-out'],
  ]),
]
