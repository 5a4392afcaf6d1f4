/** A configuration or script that uploads with another program. */
export interface ClientFile {
  /** Name of the downloaded file, and of its address. */
  file: string;
  type: string;
  /**
   * @param baseUrl `{base_url}` of the service
   * @param apiKey undefined = anonymous uploads
   */
  render(baseUrl: string, apiKey: string | undefined): string;
}

/** The oldest version of ShareX that understands this syntax. ShareX converts files of older versions. */
const SHAREX_VERSION = '14.1.0';

/** A custom uploader of ShareX (https://getsharex.com/docs/custom-uploader). */
function shareX(baseUrl: string, apiKey: string | undefined): string {
  const config = {
    Version: SHAREX_VERSION,
    Name: `imgd (${new URL(baseUrl).host})`,
    DestinationType: 'ImageUploader',
    RequestMethod: 'POST',
    RequestURL: `${baseUrl}/api/v1/upload`,
    ...(apiKey === undefined ? {} : { Headers: { Authorization: `Bearer ${apiKey}` } }),
    Body: 'MultipartFormData',
    FileFormName: 'file',
    URL: '{json:data.links.direct}',
    ThumbnailURL: '{json:data.links.thumbnail}',
    DeletionURL: '{json:data.delete_url}',
    ErrorMessage: '{json:error.message}',
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}

/** The start of every script. The key is no argument of curl: all users of a machine can list arguments. */
function scriptHead(comment: string, baseUrl: string, apiKey: string | undefined): string {
  return `#!/bin/sh
${comment}
set -eu
server=${quoted(baseUrl)}
key=${quoted(apiKey ?? '')} # empty = anonymous uploads

# Uploads a file and prints its direct link, or the message of the refusal.
upload() {
  path=$(printf %s "$1" | sed 's/[\\\\"]/\\\\&/g')
  answer=$(
    { [ -z "$key" ] || printf 'header = "Authorization: Bearer %s"\\n' "$key"; } |
      curl --silent --show-error --config - --form "file=@\\"$path\\"" "$server/api/v1/upload"
  )
  link=$(printf %s "$answer" | sed -n 's/.*"direct":"\\([^"]*\\)".*/\\1/p')
  if [ -n "$link" ]; then
    printf '%s\\n' "$link"
  else
    printf '%s\\n' "$answer" | sed 's/.*"message":"\\([^"]*\\)".*/\\1/' >&2
    return 1
  fi
}
`;
}

/** Text as one word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function shellScript(baseUrl: string, apiKey: string | undefined): string {
  const comment = `# Uploads images and prints their links, one on a line.
#   imgd-upload.sh FILE...      uploads files
#   imgd-upload.sh < shot.png   uploads standard input
# Needs curl.`;
  return `${scriptHead(comment, baseUrl, apiKey)}
if [ $# -eq 0 ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  cat > "$folder/image"
  upload "$folder/image"
  exit
fi
failed=0
for one in "$@"; do
  upload "$one" || failed=1
done
exit $failed
`;
}

/** Puts the link on the clipboard and tells the user, with the programs that the desktop has. */
const TELL = `
if command -v wl-copy > /dev/null && [ -n "\${WAYLAND_DISPLAY:-}" ]; then
  printf %s "$link" | wl-copy
elif command -v xclip > /dev/null; then
  printf %s "$link" | xclip -selection clipboard
elif command -v xsel > /dev/null; then
  printf %s "$link" | xsel --clipboard --input
fi
if command -v notify-send > /dev/null; then
  notify-send 'Link copied' "$link" || true
fi
printf '%s\\n' "$link"
`;

/** A temporary file whose name tells the time. */
const NEW_SCREENSHOT = `folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
image="$folder/screenshot-$(date +%Y%m%d-%H%M%S).png"`;

/** @param shoot takes a screenshot into the file "$image", which is missing or empty when the user cancels */
function screenshotScript(comment: string, shoot: string, tell: string) {
  return (baseUrl: string, apiKey: string | undefined) => `${scriptHead(comment, baseUrl, apiKey)}
${NEW_SCREENSHOT}
${shoot}
[ -s "$image" ] || exit 0
link=$(upload "$image")${tell}`;
}

const flameshot = screenshotScript(
  `# Takes a screenshot with Flameshot, uploads it and copies the link.
# Needs flameshot and curl; copies with wl-copy, xclip or xsel. Bind it to a key in the settings of the desktop.`,
  'flameshot gui --raw > "$image" || true',
  TELL,
);

const spectacle = screenshotScript(
  `# Takes a screenshot of a region with Spectacle (KDE), uploads it and copies the link.
# Needs spectacle and curl; copies with wl-copy, xclip or xsel. Bind it to a key in the settings of the desktop.`,
  'spectacle --background --nonotify --region --output "$image" || true',
  TELL,
);

function macOs(baseUrl: string, apiKey: string | undefined): string {
  const comment = `# Uploads images, or a screenshot when there are none, and copies the links.
# For the action "Run Shell Script" of Shortcuts, with "Pass Input: as arguments". It also runs in a terminal.`;
  return `${scriptHead(comment, baseUrl, apiKey)}
if [ $# -eq 0 ]; then
${NEW_SCREENSHOT.replaceAll(/^/gm, '  ')}
  screencapture -i "$image" || true
  [ -s "$image" ] || exit 0
  set -- "$image"
fi
links=$(for one in "$@"; do upload "$one"; done)
printf %s "$links" | pbcopy
printf '%s\\n' "$links"
`;
}

const SHELL = 'text/x-shellscript; charset=utf-8';

/** The files for other programs, by program. */
export const CLIENT_FILES = {
  sharex: { file: 'imgd.sxcu', type: 'application/json; charset=utf-8', render: shareX },
  flameshot: { file: 'imgd-flameshot.sh', type: SHELL, render: flameshot },
  spectacle: { file: 'imgd-spectacle.sh', type: SHELL, render: spectacle },
  macos: { file: 'imgd-macos.sh', type: SHELL, render: macOs },
  shell: { file: 'imgd-upload.sh', type: SHELL, render: shellScript },
} as const satisfies Readonly<Record<string, ClientFile>>;
