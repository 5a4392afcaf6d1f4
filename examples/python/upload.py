"""Uploads images and prints their links: python3 upload.py cat.jpg dog.jpg

The standard library is enough. IMGD_CLIENT_URL is the service, IMGD_CLIENT_KEY an API key.
"""
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid

SERVER = os.environ.get('IMGD_CLIENT_URL', 'http://localhost:8080')
KEY = os.environ.get('IMGD_CLIENT_KEY')


def upload(path, album='', attempts=3):
    boundary = uuid.uuid4().hex
    name = os.path.basename(path).replace('"', '%22')
    with open(path, 'rb') as picture:
        body = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="album"\r\n\r\n{album}\r\n'
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
        ).encode() + picture.read() + f'\r\n--{boundary}--\r\n'.encode()
    request = urllib.request.Request(SERVER + '/api/v1/upload', body)
    request.add_header('Content-Type', f'multipart/form-data; boundary={boundary}')
    # The same key with each attempt: the image is stored once.
    request.add_header('Idempotency-Key', uuid.uuid4().hex)
    if KEY:
        request.add_header('Authorization', 'Bearer ' + KEY)
    for attempt in range(1, attempts + 1):
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)['data']
        except urllib.error.HTTPError as refusal:
            if refusal.code not in (429, 503) or attempt == attempts:
                error = json.load(refusal)['error']
                raise SystemExit(f"{path}: {error['message']} ({error['code']})") from None
            time.sleep(min(60, int(refusal.headers.get('Retry-After', '5'))))


for file in sys.argv[1:]:
    print(upload(file)['links']['direct'])
