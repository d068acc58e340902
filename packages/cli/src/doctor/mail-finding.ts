import type { MailServerFault } from '@bord/adapter-http/mail';
import type { Config } from '../config/config.ts';
import { bad, type Finding, good, weak } from '../storages/finding.ts';
import { folderFinding } from './folder-finding.ts';

const what = 'mail';

/** Would mails leave? A mail server is talked to up to where a mail would begin; a folder gets a file, which is removed. */
export async function mailFinding({ mail, publicUrl }: Config): Promise<Finding> {
  if (mail.kind === 'smtp') return serverFinding(mail.url, publicUrl);
  return folderFinding(mail.path, { what, found: `into the folder ${mail.path}`, setting: 'BORD_MAIL' });
}

async function serverFinding(url: string, publicUrl: string | null): Promise<Finding> {
  const { checkMailServer } = await import('@bord/adapter-http/mail');
  const { host, protocol, username } = new URL(url);
  const server = `${protocol}//${host}`;
  const fault = await checkMailServer(url);
  if (fault) {
    const { found, advice } = WORDS[fault.kind];
    return bad(what, `${server} ${found}: ${fault.detail}`, advice);
  }
  const found = `${server} answers${username === '' ? '' : ' and takes the login'}`;
  return publicUrl === null
    ? weak(what, found, 'set BORD_PUBLIC_URL: the links in mails lead to this machine alone')
    : good(what, found);
}

const NETWORK_ADVICE =
  'check host and port in BORD_MAIL, and that a firewall lets this machine out: smtp:// is port 587 as a rule, smtps:// 465';

const WORDS: Readonly<Record<MailServerFault['kind'], { readonly found: string; readonly advice: string }>> =
  {
    unknown_host: { found: 'is not a known host', advice: 'check the host in BORD_MAIL' },
    unreachable: { found: 'cannot be reached', advice: NETWORK_ADVICE },
    silent: {
      found: 'does not answer',
      advice: `${NETWORK_ADVICE}; a server that is silent on smtp:// may want smtps://`,
    },
    no_tls: {
      found: 'does not begin with encryption',
      advice: 'write smtp:// in BORD_MAIL: it encrypts as soon as that is offered',
    },
    certificate: {
      found: 'shows a certificate that is not trusted',
      advice:
        'name the server in BORD_MAIL as its certificate does, or trust who signed it with NODE_EXTRA_CA_CERTS=FILE; for one on your own machine add ?tls.rejectUnauthorized=false',
    },
    login: {
      found: 'does not take the login',
      advice: 'check user and password in BORD_MAIL; an @ : / or % in them is written %40 %3A %2F %25',
    },
    refused: {
      found: 'takes no mail from here',
      advice: 'ask who runs the server whether this machine may send',
    },
  };
