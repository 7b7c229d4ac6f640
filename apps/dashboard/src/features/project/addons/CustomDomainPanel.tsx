import { AddonPanel, type AddonPanelProps } from './AddonPanel.tsx'

const WORDS = {
  title: 'Custom domain',
  description:
    'The project’s APIs then answer under a host name of your own. Which one is set up, with its DNS records, in the settings.',
  enable: 'Enable custom domain add-on',
  variant: 'On',
  off: 'The project answers under the platform’s address.',
}

/** Whether a project may have a host name of its own. */
export function CustomDomainPanel(props: AddonPanelProps) {
  return <AddonPanel {...props} type="custom_domain" words={WORDS} />
}
