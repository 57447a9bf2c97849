import {
  getConfig,
  getProjectSettings,
  getTwoStepPolicy,
  type ResponseOf,
  SettingsForm,
  type SettingsValues,
  saveProjectSettings,
  zoneName,
} from '@fornix/contract'
import { Anchor, Stack, Text } from '@mantine/core'
import type { ComponentType } from 'react'
import { Link } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall, useSend } from '../../platform/calls/api.ts'
import { Email } from '../../ui/display/Email.tsx'
import { Section } from '../../ui/display/Section.tsx'
import { SummaryList } from '../../ui/display/SummaryList.tsx'
import { EditCard } from '../../ui/edit/EditCard.tsx'
import { useRecordEdit } from '../../ui/edit/use-record-edit.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { LogoCard } from './LogoCard.tsx'
import { messages } from './messages.ts'
import { SettingsFields } from './SettingsFields.tsx'
import { changeOf, settingsValues } from './settings-values.ts'

type Settings = ResponseOf<typeof getProjectSettings>
const { fields } = messages

const SettingsCard = ({ settings, latest }: { settings: Settings; latest: () => Promise<Settings> }) => {
  const send = useSend(saveProjectSettings, { refreshes: [getProjectSettings, getTwoStepPolicy, getConfig] })
  const edit = useRecordEdit<SettingsValues>({
    name: 'project-settings',
    values: settingsValues(settings),
    version: settings.version,
    schema: SettingsForm,
    failed: messages.saveFailed,
    save: async (changes, version) => {
      await send.mutateAsync({ body: { ...changeOf(changes), version } })
    },
    latest: async () => {
      const now = await latest()
      return { values: settingsValues(now), version: now.version }
    },
  })
  const { contact } = settings
  return (
    <EditCard
      title={messages.settings}
      editLabel={messages.edit}
      edit={edit}
      labels={fields}
      fields={(form) => <SettingsFields form={form} />}
      summary={
        <SummaryList
          rows={[
            [fields.name, settings.name],
            [fields.address, contact.address],
            [fields.email, contact.email && <Email key="email" address={contact.email} />],
            [fields.phone, contact.phone],
            [fields.social, contact.social.map(({ name }) => name).join(', ')],
            [fields.blocked_email_domains, settings.blocked_email_domains.join(', ')],
            [fields.patient_id_issuers, settings.patient_id_issuers.join(', ')],
            [fields.retention_years, messages.retentionOf(settings.retention_years)],
            [fields.answer_days, messages.answerOf(settings.answer_days)],
            [fields.countersign_forms, settings.countersign_forms ? messages.yes : messages.no],
            [fields.own_images_open, settings.own_images_open ? messages.yes : messages.no],
          ]}
        />
      }
    />
  )
}

/** /projectSettings; `TwoStep` is another feature's part about the sign-in. */
export const ProjectSettingsPage = ({ TwoStep }: { TwoStep?: ComponentType }) => {
  const query = useCall(getProjectSettings, {})
  const latest = async () => {
    const { data, error } = await query.refetch()
    if (error || !data) throw error ?? new Error('The settings came back empty')
    return data
  }
  const settings = query.data
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.subtitle} />
      {query.isPending && <LoadingState />}
      {!settings && query.isError && <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />}
      {settings && (
        <Stack gap="lg">
          <LogoCard url={settings.logo_url} />
          <SettingsCard settings={settings} latest={latest} />
          {TwoStep && <TwoStep />}
          <Section title={messages.zone}>
            <Text mb="xs">{messages.zoneText(zoneName(settings.time_zone))}</Text>
            <Anchor component={Link} to={paths.scheduling}>
              {messages.toScheduling}
            </Anchor>
          </Section>
        </Stack>
      )}
    </>
  )
}
