import { escapeHtml } from '../../../server/src/platform/base/escape-html.ts'
import { page } from '../page.ts'
import type { DemoAccount } from './accounts.ts'

export const stylePath = '/demo-sign-in/demo.css'

const initials = (name: string) =>
  name
    .split(' ')
    .map((word) => word[0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase()

const button = ({
  sub,
  email,
  name,
  label,
}: DemoAccount) => `<button class="account" name="sub" value="${escapeHtml(sub)}">
<span class="initials" aria-hidden="true">${escapeHtml(initials(name))}</span>
<span>${escapeHtml(name)} · ${escapeHtml(label)}<small>${escapeHtml(email)}</small></span></button>`

/** Three forms, so that Enter in the address field means that address and nobody listed. */
export const choosePage = (uid: string, accounts: readonly DemoAccount[], level: string, wrong?: string) => {
  const secondStep = level
    ? `<label class="check"><input type="checkbox" name="second_step" value="yes"> I used a second step here (${escapeHtml(level)})</label>`
    : ''
  const form = (content: string) =>
    `<form method="post" action="/demo-sign-in/${encodeURIComponent(uid)}">${content}</form>`
  return page(
    'Choose a demo account',
    `<main><h1>Choose a demo account</h1><p class="dimmed">Development sign-in. No password, no network.</p>
${form(`${secondStep}\n${accounts.map(button).join('\n')}`)}
<h2>Someone else</h2>
<div class="other">${form(`<label for="email">Email</label>
<input id="email" name="email" type="email" required maxlength="249" autocomplete="off"${
      wrong === undefined ? '' : ` value="${escapeHtml(wrong)}" aria-invalid="true" aria-describedby="wrong"`
    }>
${wrong === undefined ? '' : '<p class="error" id="wrong" role="alert">Please enter a valid email address.</p>'}
${secondStep}
<button>Sign in as another email</button>`)}</div>
${form('<button class="cancel" name="cancel" value="yes">Cancel</button>')}</main>`,
    stylePath,
  )
}

export const problemPage = (sentence: string) =>
  page(
    'Demo sign-in',
    `<main><h1>Demo sign-in</h1><p role="alert">${escapeHtml(sentence)}</p><p><a href="/">Back to the portal</a></p></main>`,
    stylePath,
  )
