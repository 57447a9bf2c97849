import {
  type Call,
  completeOperatorReset,
  createOperator,
  fillPath,
  getScheduling,
  inviteOperator,
  loginAdmin,
  loginOperator,
  type ResponseOf,
  saveScheduling,
  weekdays,
} from '@fornix/contract'
import { type APIRequestContext, expect } from '@playwright/test'
import { runCommand } from '../server/src/cli/run-command.ts'
import { anyLetters, demoPassword, mailIn } from './people.ts'

/** Calls of one person, without a page. */
const callsOf =
  (request: APIRequestContext, token = '') =>
  async <C extends Call>(
    call: C,
    args: { params?: Record<string, string>; query?: Record<string, string>; data?: object },
  ) => {
    const answer = await request.fetch(fillPath(call.path, args.params ?? {}), {
      method: call.method,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(args.query && { params: args.query }),
      ...(args.data && { data: args.data }),
    })
    expect(answer.ok(), `${call.path}: ${answer.ok() || (await answer.text())}`).toBe(true)
    return (await answer.json()) as ResponseOf<C>
  }

/** Where it is morning now, whatever the time of the test: there the whole day is still to come. */
const morningZone = () =>
  Intl.supportedValuesOf('timeZone').find((timeZone) => {
    const hour = Number(new Intl.DateTimeFormat('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone }).format())
    return hour >= 5 && hour < 8
  }) ?? 'UTC'

const fornix = async (...args: string[]) => {
  const printed: string[] = []
  const environment = { ...process.env, DATA_DIR: process.env['E2E_DATA_DIR'] }
  const complain = (line: string) => printed.push(line)
  expect(await runCommand(args, { environment, print: complain, complain }), printed.join('\n')).toBe(0)
  return printed.join('\n')
}

/** A clinic in which nobody else books: open all week, with an admin and a technologist who can sign in. */
export const newClinic = async (request: APIRequestContext) => {
  const slug = anyLetters()
  const [admin, tech] = [`admin@${slug}.example`, `tech@${slug}.example`]
  await fornix('project', 'create', '--slug', slug, '--name', `Clinic ${slug}`, '--time-zone', morningZone())
  const names = ['--first-name', 'Ada', '--last-name', 'Quinn']
  const invited = await fornix('admin', 'invite', '--project', slug, '--email', admin, ...names)
  const anyone = callsOf(request)
  await anyone(completeOperatorReset, {
    params: { token: /change-password\/(\S+)/.exec(invited)?.[1] ?? '' },
    data: { password: demoPassword },
  })
  const asAdmin = callsOf(
    request,
    (await anyone(loginAdmin, { data: { username: admin, password: demoPassword } })).access_token,
  )
  const { scanners: _, ...scheduling } = await asAdmin(getScheduling, {})
  const hours = weekdays.map((_, n) => ({ weekday: n + 1, from: '00:00', to: '24:00' }))
  await asAdmin(saveScheduling, { data: { ...scheduling, hours } })
  await asAdmin(inviteOperator, { data: { firstName: 'Theo', lastName: 'Lang', email: tech, role: 'MRI-Tech' } })
  const { links } = await mailIn(request, tech, /./)
  await anyone(createOperator, {
    params: { token: /[\w-]{43}/.exec(links.join(' '))?.[0] ?? '' },
    data: { first_name: 'Theo', last_name: 'Lang', password: demoPassword },
  })
  const { access_token } = await anyone(loginOperator, { data: { email: tech, password: demoPassword } })
  return { tech, asTech: callsOf(request, access_token) }
}
