import { listEditableTemplates } from '@fornix/contract'
import { Anchor, Group, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { paths } from '../../platform/base/paths.ts'
import { useCall } from '../../platform/calls/api.ts'
import { PageTitle } from '../../ui/shell/PageTitle.tsx'
import { ErrorState } from '../../ui/state/ErrorState.tsx'
import { LoadingState } from '../../ui/state/LoadingState.tsx'
import { AddTemplate } from './AddTemplate.tsx'
import { messages } from './messages.ts'
import { TemplateCard } from './TemplateCard.tsx'

/** /emailTemplates; the address says which template is shown. */
export const EmailTemplatesPage = () => {
  const query = useCall(listEditableTemplates, {})
  const [address, setAddress] = useSearchParams()
  const [doneSentence, setDoneSentence] = useState('')
  const { templates = [], reply_to = '' } = query.data ?? {}
  const shown = templates.find(({ template_id }) => template_id === address.get('template')) ?? templates[0]
  const choose = (template: string | null, sentence = '') => {
    setDoneSentence(sentence)
    if (template) setAddress({ template }, { replace: true })
  }
  const latest = async () => {
    const { data, error } = await query.refetch()
    if (error || !data) throw error ?? new Error('The templates came back empty')
    return data.templates
  }
  return (
    <>
      <PageTitle title={messages.title} subtitle={messages.subtitle}>
        {query.data && (
          <AddTemplate
            templates={templates}
            onAdded={({ template_id, name }) => choose(template_id, messages.add.done(name))}
          />
        )}
      </PageTitle>
      {query.isPending && <LoadingState />}
      {query.isLoadingError && <ErrorState message={messages.failed} onRetry={() => void query.refetch()} />}
      {shown && (
        <Stack gap="md">
          <Group gap="xs">
            <Text size="sm">{messages.replies(reply_to)}</Text>
            <Anchor component={Link} to={paths.projectSettings} size="sm">
              {messages.repliesChange}
            </Anchor>
          </Group>
          <Select
            label={messages.choose}
            maw={420}
            data={templates.map(({ template_id, name }) => ({ value: template_id, label: name }))}
            value={shown.template_id}
            onChange={(id) => choose(id)}
            allowDeselect={false}
          />
          <Text role="status" size="sm" c="dimmed">
            {doneSentence}
          </Text>
          <TemplateCard key={shown.template_id} template={shown} latest={latest} onDone={setDoneSentence} />
        </Stack>
      )}
    </>
  )
}
