# Varnish 6.0 or newer in front of imgd. With IMGD_EDGE=varnish and IMGD_EDGE_URL=http://<this Varnish> imgd
# purges deleted images at once. Start varnishd with `-p default_grace=0 -p default_keep=0`: the subroutines
# below set both where needed.
vcl 4.1;

import std;

backend default {
  .host = "127.0.0.1";
  .port = "8080";
}

# Clients that may purge: the nodes of imgd, by the address of the connection. X-Forwarded-For does not count.
acl purgers {
  "127.0.0.1";
  "::1";
}

sub vcl_recv {
  if (req.method == "PURGE" || req.method == "BAN") {
    if (client.ip !~ purgers) {
      return (synth(405, "Not allowed"));
    }
    if (req.method == "BAN") {
      if (req.http.X-Imgd-Tags !~ "^img-[0-9A-Za-z]{12}(\|img-[0-9A-Za-z]{12})*$") {
        return (synth(400, "Tags are missing or malformed"));
      }
      # Only obj.*, so that the ban lurker can process the ban in the background.
      ban("obj.http.Cache-Tag ~ ^(" + req.http.X-Imgd-Tags + ")$");
      return (synth(200, "Banned"));
    }
    return (purge);
  }

  # Pictures and their pages are the same for every client and every query; everything else passes to imgd.
  if (req.url ~ "^/(i|t|v)/|^/image/[0-9A-Za-z]+$|^/oembed\?" && (req.method == "GET" || req.method == "HEAD")) {
    if (req.url ~ "^/(i|t|v)/") {
      set req.url = regsub(req.url, "\?.*$", "");
    }
    if (req.url ~ "^/image/") {
      # The visitor's choice, else the first language of the browser that is in this list. Pages name Accept-Language in
      # Vary, so that there is a copy of each language.
      if (req.http.Cookie ~ "(^|;\s*)imgd-language=") {
        set req.http.Accept-Language =
          regsub(req.http.Cookie, "^(?:.*;)?\s*imgd-language=([A-Za-z-]*).*$", "\1") + "," + req.http.Accept-Language;
      }
      if (req.http.Accept-Language ~ "(^|,)\s*(en|de|es|fr|pt|zh|ja|ar)([-;,\s]|$)") {
        set req.http.Accept-Language = regsub(req.http.Accept-Language,
          "^(?:.*?,)??\s*(en|de|es|fr|pt|zh|ja|ar)(?:[-;,\s].*)?$", "\1");
      } else {
        set req.http.Accept-Language = "en";
      }
    }
    unset req.http.Cookie;
    unset req.http.Authorization;
    return (hash);
  }
  # Uploads, in one request or in parts, and those of other programs: imgd refuses some before the body is complete (401, 413,
  # 429, 503), and Varnish would answer 503 itself where it can send no more of the body. A pipe passes bytes both ways.
  if (req.method == "POST" || req.method == "PUT" || req.method == "PATCH") {
    return (pipe);
  }
  if (req.method == "GET" || req.method == "HEAD" || req.method == "DELETE" || req.method == "OPTIONS") {
    return (pass);
  }
  return (synth(405, "Method not allowed"));
}

# Links have one host, so the cache key has none: a purge by address finds the copy whatever host was requested.
sub vcl_hash {
  hash_data(req.url);
  return (lookup);
}

# Without it, later requests of the connection would go through the pipe, too.
sub vcl_pipe {
  set bereq.http.Connection = "close";
}

sub vcl_backend_response {
  # Never serve a stale copy, not even while a new one is fetched.
  set beresp.grace = 0s;
  # RFC 9213: CDN-Cache-Control is for the edge.
  if (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]+") {
    set beresp.ttl = std.duration(
      regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1") + "s", 0s) - std.duration(beresp.http.Age + "s", 0s);
  }
  # A stale copy may be revalidated by its ETag.
  set beresp.keep = 1h;
  if (beresp.ttl <= 0s) {
    set beresp.uncacheable = true;
    set beresp.ttl = 1s;
  }
}

sub vcl_deliver {
  # Copies of permanent images stay for a year; their Age would make browsers treat them as stale at once.
  if (resp.http.Cache-Control ~ "immutable") {
    set resp.http.Age = "0";
  }
}
