import { join } from 'node:path';

/**
 * The main configuration file of nginx, as in a distribution, with every path in the service's own directory.
 * @param site content of the `http` block
 */
export function nginxConf(home: string, connections: number, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `  ${name}_temp_path ${join(home, 'tmp', name)};`)
    .join('\n');
  return `daemon off;
worker_processes 1;
pid ${join(home, 'nginx.pid')};
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections ${connections}; }
http {
  access_log off;
${temporary}
${site}
}
`;
}
