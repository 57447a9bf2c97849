import { getProjectSettings, saveProjectSettings } from '@fornix/contract'
import type { SignedIn } from './sign-in.ts'

/** A mark that stands on light and on dark. */
const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="8" fill="#066971"/>
  <g fill="none" stroke="#fff" stroke-width="1.8" stroke-linecap="round">
    <ellipse cx="16" cy="16" rx="9" ry="11"/>
    <path d="M16 6v20M16 11c-3-2-6 1-6 4 0 2 2 3 2 5M16 11c3-2 6 1 6 4 0 2-2 3-2 5"/>
  </g>
</svg>`

/** The first project has a mark of its own and addresses that it does not invite; the other shows how it is without. */
export const settings = async (as: SignedIn) => {
  const admin = await as('admin@northside.example')
  const { version } = await admin.call(getProjectSettings, {})
  await admin.call(saveProjectSettings, {
    body: {
      version,
      blocked_email_domains: ['mailinator.example', 'tempmail.example'],
      logo: { file_name: 'lumen-neuro.svg', data: Buffer.from(mark).toString('base64') },
    },
  })
}
